/** Single bets, settled or open. */
import type { Spin } from '#contract/games.ts'
import { Badge, type BadgeTone } from '../../../design/badge/badge.tsx'
import { ButtonLink } from '../../../design/button/button.tsx'
import { Money } from '../../../design/money/money.tsx'
import { When } from '../../../design/when/when.tsx'
import { useLabels } from '../../../render/labels.tsx'
import { useNavigator } from '../../../render/router.tsx'
import { betsPath, isOpenBets } from './tabs.ts'
import styles from './history.module.css'
import { ListFrame } from './list-frame.tsx'
import { RoundLine } from './round-line.tsx'
import { usePages } from './use-pages.ts'

const perPage = 20
/** Booleans travel as text; settled bets are the API's default. */
export const betsQuery = (search: URLSearchParams, page: number) => ({
  query: { page, perPage, ...(isOpenBets(search) && { isSettled: 'false' }) },
})

export function BetsTab({ search }: { search: URLSearchParams }) {
  const isOpen = isOpenBets(search)
  return (
    <div className={styles.section}>
      <SettledSwitch isOpen={isOpen} />
      {/* Each choice is a list of its own, with its own first page. */}
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
  const words = isOpenBets(search) ? 'betsOpenEmpty' : 'betsEmpty'
  const paging = usePages({
    route: 'GET /api/game/bets',
    request: (page: number | null) => betsQuery(search, page ?? 1),
    next: ({ meta }) => (meta.page * meta.perPage < meta.total ? meta.page + 1 : null),
  })
  const bets: Spin[] | undefined = paging.pages?.flatMap(({ data }) => data)
  return (
    <ListFrame
      count={bets?.length}
      paging={paging}
      empty={{
        icon: 'dice',
        title: t(words),
        text: t(`${words}Text`),
        action: (
          <ButtonLink to="/" tone="primary">
            {t('toGames')}
          </ButtonLink>
        ),
      }}
    >
      {bets?.map((bet) => (
        <BetLine key={bet.id} bet={bet} />
      ))}
    </ListFrame>
  )
}

function BetLine({ bet }: { bet: Spin }) {
  return (
    <RoundLine
      round={bet}
      soft={<When at={bet.createdAt} />}
      figures={
        <>
          <strong>
            <Money amount={bet.stake} currency={bet.currency} />
          </strong>
          <Outcome bet={bet} />
        </>
      }
    />
  )
}

/** Only a return above the stake counts as a win. */
function Outcome({ bet }: { bet: Spin }) {
  const t = useLabels('history')
  const [words, tone] = outcomeOf(bet)
  const hasAmount = bet.status === 'settled' && bet.win > 0
  return (
    <Badge tone={tone}>
      {t(words)}
      {hasAmount && (
        <>
          {' '}
          <Money amount={bet.win} currency={bet.currency} />
        </>
      )}
    </Badge>
  )
}

function outcomeOf({ status, stake, win }: Spin): [words: string, tone: BadgeTone] {
  if (status === 'open') return ['spinStatus_open', 'info']
  if (status === 'rolled-back') return ['spinStatus_rolledback', 'neutral']
  if (win === 0) return ['betLost', 'neutral']
  return win > stake ? ['betWon', 'win'] : ['betPaid', 'neutral']
}
