/**
 * Complaints: of a signed-in player, or by the link in a mail of whoever cannot sign in. The link's token is in the
 * fragment, which no server and no other site sees, and is kept for this tab alone.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Complaint } from '#contract/complaints.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { type ApiError, api } from '../api/client.ts'
import { Card } from '../design/card/card.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { Skeleton } from '../design/skeleton/skeleton.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute } from '../render/page.ts'
import { Link, useGo, useParams, useVisitor } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'
import { AskForLink } from './complaints/ask-for-link.tsx'
import styles from './complaints/complaints.module.css'
import { ComplaintForm } from './complaints/complaint-form.tsx'
import { ComplaintView, StatusLine } from './complaints/complaint-view.tsx'
import { dropToken, takeToken } from './complaints/token.ts'

export const route = defineRoute({
  labels: ['complaints'],
  content: ['layout'],
  meta: ({ t }) => ({ title: t('title'), description: t('lead'), noIndex: true }),
  View: Complaints,
})

function Complaints() {
  const t = useLabels('complaints')
  const { isSignedIn } = useVisitor()
  const { id } = useParams()
  const go = useGo()
  const client = useQueryClient()
  // Undefined until hydration: the server does not know the fragment.
  const [token, setToken] = useState<string | null | undefined>()
  useEffect(() => {
    setToken(takeToken())
  }, [])
  const isKnown = isSignedIn || Boolean(token)
  const options = !isSignedIn && token ? { token } : {}
  const key = ['complaints', isSignedIn, token ?? null]
  const { data, error, refetch } = useQuery<Complaint[], ApiError>({
    queryKey: key,
    queryFn: () => api('GET /api/support/complaints', {}, options),
    enabled: isKnown && token !== undefined,
    // Another person may use this browser next.
    gcTime: 0,
  })
  const isExpired = error?.status === HttpStatus.unauthorized
  useEffect(() => {
    if (isExpired) dropToken()
  }, [isExpired])
  const put = (complaint: Complaint) =>
    client.setQueryData<Complaint[]>(key, (all = []) => [complaint, ...all.filter((each) => each.id !== complaint.id)])
  const shown = data?.find((each) => each.id === id)
  return (
    <Page
      title={shown ? t('titleOf', { number: String(shown.number) }) : t('title')}
      lead={!id && t('lead')}
      width="text"
    >
      <div className={styles.page}>
        {token === undefined ? (
          <Skeleton height={240} radius="l" />
        ) : !isKnown || isExpired ? (
          <AskForLink isExpired={isExpired} />
        ) : error ? (
          <Failed title={t('failed')} retryLabel={t('retry')} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton height={240} radius="l" />
        ) : id ? (
          <>
            <p className={styles.back}>
              <Link to="/complaints">{t('all')}</Link>
            </p>
            {shown ? (
              <ComplaintView complaint={shown} options={options} onChange={put} />
            ) : (
              <Empty icon="scale" title={t('unknown')} />
            )}
          </>
        ) : (
          <>
            {data.length > 0 && <List complaints={data} />}
            <Card title={t('file')}>
              <ComplaintForm
                options={options}
                onFiled={(complaint) => {
                  put(complaint)
                  void go(`/complaints/${complaint.id}`)
                }}
              />
            </Card>
          </>
        )}
      </div>
    </Page>
  )
}

function List({ complaints }: { complaints: Complaint[] }) {
  const t = useLabels('complaints')
  return (
    <Card title={t('yours')}>
      <ul className={styles.list}>
        {complaints.map((complaint) => (
          <li key={complaint.id}>
            <Link to={`/complaints/${complaint.id}`}>
              {t('titleOf', { number: String(complaint.number) })} · {t(`category_${complaint.category}`)}
            </Link>
            <StatusLine complaint={complaint} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
