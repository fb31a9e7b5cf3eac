/** The identity verification page. */
import type { RouteReply } from '#contract/api.ts'
import { useApi } from '../../api/use-api.ts'
import { ButtonLink } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Empty, Failed } from '../../design/empty/empty.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { useLabels } from '../../render/labels.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { useVisitor } from '../../render/router.tsx'
import { Page } from '../../shell/page-frame.tsx'
import { CheckFrame, checkFrameId } from './verification/check-frame.tsx'
import { CheckState } from './verification/check-state.tsx'
import { useCheck } from './verification/use-check.ts'
import styles from './verification/verification.module.css'

const checkRoute = 'GET /api/player/services/sumsub'
export type IdentityCheck = RouteReply<typeof checkRoute>
/** The page polls, in case the message about a decision does not arrive. */
const pollMs = 10_000

export const route = defineRoute({
  labels: ['verification'],
  queries: () => [query(checkRoute)],
  meta: ({ t }) => ({ title: t('title'), noIndex: true }),
  View: Verification,
})

function Verification() {
  const t = useLabels('verification')
  const { data, isError, refetch } = useApi(checkRoute, undefined, {
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pollMs : false),
  })
  return (
    <Page title={t('title')} lead={data?.isEnabled ? t('lead') : undefined} width="text">
      {isError && !data && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!data && !isError && (
        <Card>
          <Skeleton height={240} />
        </Card>
      )}
      {data && !data.isEnabled && <Off />}
      {data?.isEnabled && <Check check={data} />}
    </Page>
  )
}

function Off() {
  const t = useLabels('verification')
  const { hidesDocuments } = useVisitor().init.config
  const action = hidesDocuments ? (
    <ButtonLink to="/contact" tone="primary">
      {t('toSupport')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/profile/documents" tone="primary">
      {t('toDocuments')}
    </ButtonLink>
  )
  return (
    <Card>
      <Empty icon="check-circle" title={t('off')} action={action}>
        {t('offText')}
      </Empty>
    </Card>
  )
}

function Check({ check }: { check: IdentityCheck }) {
  const t = useLabels('verification')
  const { phase, begin, fault } = useCheck(check, checkFrameId)
  return (
    <div className={styles.page}>
      {phase === 'closed' ? (
        <CheckState check={check} fault={fault} onBegin={begin} />
      ) : (
        <CheckFrame isReady={phase === 'open'} />
      )}
      <p className={styles.provider}>{t('provider')}</p>
    </div>
  )
}
