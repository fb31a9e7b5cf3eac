/** Settled or open sports bets, and the debt from corrected ones. */
import type { SportsBet } from '#contract/sportsbook.ts'
import { ButtonLink } from '../../../design/button/button.tsx'
import { useMoney } from '../../../design/money/money.tsx'
import { useLabels } from '../../../render/labels.tsx'
import { useNavigator, useVisitor } from '../../../render/router.tsx'
import { BetLine } from './bet-line.tsx'
import { betsPath, isOpenBets } from './tabs.ts'
import styles from './history.module.css'
import { ListFrame } from './list-frame.tsx'
import { usePages } from './use-pages.ts'

const perPage = 20
/** Booleans are sent as text; settled bets are the default of the API. */
export const betsQuery = (search: URLSearchParams, page: number) => ({
  query: { page, perPage, ...(isOpenBets(search) && { isSettled: 'false' }) },
})

export function BetsTab({ search }: { search: URLSearchParams }) {
  const isOpen = isOpenBets(search)
  return (
    <div className={styles.section}>
      <SettledSwitch isOpen={isOpen} />
      {/* The key starts with the first page after a change. */}
      <BetList key={String(isOpen)} search={search} />
    </div>
  )
}

function SettledSwitch({ isOpen }: { isOpen: boolean }) {
  const t = useLabels('history')
  const navigator = useNavigator()
  return (
    <div className={styles.choice} role="group" aria-label={t('betsShown')}>
      {[false, true].map((choice) => (
        <button
          key={String(choice)}
          type="button"
          aria-pressed={choice === isOpen}
          onClick={() => navigator.setSearch(betsPath(choice), { replace: true })}
        >
          {t(choice ? 'betsOpen' : 'betsSettled')}
        </button>
      ))}
    </div>
  )
}

function BetList({ search }: { search: URLSearchParams }) {
  const t = useLabels('history')
  const { init } = useVisitor()
  const money = useMoney()
  const texts = isOpenBets(search) ? 'betsOpenEmpty' : 'betsEmpty'
  const paging = usePages({
    route: 'GET /api/game/bets',
    request: (page: number | null) => betsQuery(search, page ?? 1),
    next: ({ meta }) => (meta.page * meta.perPage < meta.total ? meta.page + 1 : null),
  })
  const bets: SportsBet[] | undefined = paging.pages?.flatMap(({ data }) => data)
  const [toSports, label] = init.config.sportsbook ? (['/betting', 'toBetting'] as const) : (['/', 'toGames'] as const)
  return (
    <>
      {paging.pages?.[0]?.meta.debts.map(({ currency, amount }) => (
        <p key={currency} className={styles.filter}>
          {t('betDebtNote', { amount: money(amount, currency) })}
        </p>
      ))}
      <ListFrame
        count={bets?.length}
        paging={paging}
        empty={{
          icon: 'ball',
          title: t(texts),
          text: t(`${texts}Text`),
          action: (
            <ButtonLink to={toSports} tone="primary">
              {t(label)}
            </ButtonLink>
          ),
        }}
      >
        {bets?.map((bet) => (
          <BetLine key={bet.id} bet={bet} />
        ))}
      </ListFrame>
    </>
  )
}
