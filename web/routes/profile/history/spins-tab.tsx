/** Casino rounds: stake, result, and verification. */
import type { Spin } from '#contract/games.ts'
import { Badge } from '../../../design/badge/badge.tsx'
import { ButtonLink } from '../../../design/button/button.tsx'
import { Money } from '../../../design/money/money.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './history.module.css'
import { LineTime } from './line-time.tsx'
import { ListFrame } from './list-frame.tsx'
import { RoundLine } from './round-line.tsx'
import { usePages } from './use-pages.ts'

const perPage = 20
export const spinsQuery = (page: number) => ({ query: { page, perPage } })

export function SpinsTab() {
  const t = useLabels('history')
  const paging = usePages({
    route: 'GET /api/game/spins',
    request: (page: number | null) => spinsQuery(page ?? 1),
    next: ({ meta }) => (meta.page * meta.perPage < meta.total ? meta.page + 1 : null),
  })
  const spins: Spin[] | undefined = paging.pages?.flatMap(({ data }) => data)
  return (
    <div className={styles.section}>
      <ListFrame
        count={spins?.length}
        paging={paging}
        empty={{
          icon: 'slots',
          title: t('spinsEmpty'),
          text: t('spinsEmptyText'),
          action: (
            <ButtonLink to="/" tone="primary">
              {t('toGames')}
            </ButtonLink>
          ),
        }}
      >
        {spins?.map((spin) => (
          <SpinLine key={spin.id} spin={spin} />
        ))}
      </ListFrame>
    </div>
  )
}

function SpinLine({ spin }: { spin: Spin }) {
  const t = useLabels('history')
  return (
    <RoundLine
      round={spin}
      soft={
        <>
          {t('stake')} <Money amount={spin.stake} currency={spin.currency} /> <LineTime at={spin.createdAt} />
        </>
      }
      figures={
        <>
          {/* A return below the stake is not shown as a win. */}
          <strong>
            <Money
              amount={spin.win}
              currency={spin.currency}
              {...(spin.win > spin.stake && { tone: 'win' as const })}
            />
          </strong>
          {spin.status !== 'settled' && (
            <Badge tone={spin.status === 'open' ? 'info' : 'neutral'}>
              {t(`spinStatus_${spin.status.replaceAll('-', '')}`)}
            </Badge>
          )}
        </>
      }
    />
  )
}
