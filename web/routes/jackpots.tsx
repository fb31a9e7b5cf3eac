/** The jackpots: pots, exact chances and rules; the player's part, and the recalculation of its draws. */
import { useState } from 'react'
import { chanceOf, returnOfTicket, returnOverTime, sharedDays } from '#contract/jackpot-odds.ts'
import type { Jackpot, TicketPair } from '#contract/jackpots.ts'
import { api } from '../api/client.ts'
import { useApi } from '../api/use-api.ts'
import { Button } from '../design/button/button.tsx'
import { Card } from '../design/card/card.tsx'
import { Detail } from '../design/detail/detail.tsx'
import { Empty } from '../design/empty/empty.tsx'
import { Money, useMoney } from '../design/money/money.tsx'
import { When } from '../design/when/when.tsx'
import type { TicketsVerdict } from '../features/jackpots/check-tickets.ts'
import styles from '../features/jackpots/jackpots.module.css'
import { Returns } from '../features/jackpots/returns.tsx'
import { prizeOf, useOpenJackpots, useOwnJackpot, usePercent } from '../features/jackpots/use-jackpots.ts'
import figures from '../features/liabilities/liabilities.module.css'
import { useActiveAccount } from '../features/wallet/accounts.ts'
import { useBetweenRounds } from '../features/wallet/running-rounds.ts'
import { numberFormat } from '../render/formats.ts'
import { useLabels, useLocale } from '../render/labels.tsx'
import { defineRoute, query } from '../render/page.ts'
import { useVisitor } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'

export const route = defineRoute({
  labels: ['jackpots'],
  queries: () => [query('GET /api/game/jackpots')],
  meta: ({ t }) => ({ title: t('title'), description: t('lead') }),
  View: Jackpots,
})

function Jackpots() {
  const t = useLabels('jackpots')
  const { isSignedIn } = useVisitor()
  const account = useActiveAccount()
  const open = useOpenJackpots()
  const currency = account?.currency
  const shown = open?.toSorted((one, other) => Number(other.currency === currency) - Number(one.currency === currency))
  return (
    <Page title={t('title')} lead={t('lead')} width="list">
      {shown?.length === 0 && (
        <Empty icon="trophy" title={t('none')} as="h2">
          {t('noneText')}
        </Empty>
      )}
      <div className={styles.page}>
        {shown?.map((jackpot) => (
          <Pots key={jackpot.id} jackpot={jackpot} />
        ))}
        {shown?.[0] && <Rules jackpot={shown[0]} />}
        {shown?.[0] && (
          <Card title={`${t('returnAtPots')} · ${shown[0].currency}`}>
            <p className={styles.soft}>{t('returnAtPotsText')}</p>
            <Returns key={shown[0].id} jackpot={shown[0]} />
          </Card>
        )}
        {isSignedIn && currency !== undefined && <Own currency={currency} />}
      </div>
    </Page>
  )
}

export function Pots({ jackpot }: { jackpot: Jackpot }) {
  const t = useLabels('jackpots')
  const locale = useLocale()
  const percent = usePercent()
  const { currency, levels, latest } = jackpot
  const whole = (value: bigint) => numberFormat(locale, {}).format(value)
  const sum = (amount: number) => <Money amount={amount} currency={currency} />
  return (
    <Card title={`${t('title')} · ${currency}`}>
      <table className={figures.figures}>
        <thead>
          <tr>
            {(['level', 'pot', 'chance', 'cap', 'seed', 'contribution'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map((level) => {
            const { of, from } = chanceOf(level)
            return (
              <tr key={level.level}>
                <th scope="row">{t(`level_${level.level}`)}</th>
                <td data-term={t('pot')}>{sum(level.pot)}</td>
                <td data-term={t('chance')}>{t('chanceOf', { of: whole(of), from: whole(from) })}</td>
                <td data-term={t('cap')}>{sum(level.cap)}</td>
                <td data-term={t('seed')}>{sum(level.seed)}</td>
                <td data-term={t('contribution')}>{sum(level.contribution)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p>{t('returnNow', { percent: percent(returnOfTicket(jackpot)) })}</p>
      <p className={styles.soft}>{t('returnOverTime', { percent: percent(returnOverTime(jackpot)) })}</p>
      {latest.length > 0 && (
        <>
          <h3>{t('latest')}</h3>
          <ul className={styles.tickets}>
            {latest.map(({ level, amount, number, at }) => (
              <li key={`${number} ${level}`}>
                <span>
                  {t(`level_${level}`)} <strong>{sum(amount)}</strong>
                </span>
                <When at={at} form="short" />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function Rules({ jackpot: { sideStake, currency } }: { jackpot: Jackpot }) {
  const t = useLabels('jackpots')
  const money = useMoney()
  return (
    <Card title={t('rulesTitle')}>
      <div className={styles.rules}>
        <p>{t('ruleStake', { amount: money(sideStake, currency) })}</p>
        <p>{t('ruleDraw')}</p>
        <p>{t('ruleOdds')}</p>
        <p>{t('ruleSeed')}</p>
        <p>{t('ruleEnd', { days: sharedDays })}</p>
      </div>
    </Card>
  )
}

function Own({ currency }: { currency: string }) {
  const t = useLabels('jackpots')
  const money = useMoney()
  const { own, isBusy, change } = useOwnJackpot(currency)
  const { data } = useApi('GET /api/game/jackpots/{currency}/tickets', { params: { currency } })
  const tickets = useBetweenRounds(data)
  if (!own || (!own.jackpot && own.pairs.length === 0)) return null
  const { jackpot, isOn, pairs } = own
  return (
    <Card title={t('ownTitle')}>
      {jackpot && (
        <div className={styles.actions}>
          <span>{isOn ? t('isOn', { amount: money(jackpot.sideStake, currency) }) : t('isOff')}</span>
          <Button isBusy={isBusy} onClick={() => void change(isOn ? 'leave' : 'join')}>
            {t(isOn ? 'leave' : 'join')}
          </Button>
        </div>
      )}
      {pairs.slice(0, 10).map((pair) => (
        <Pair key={pair.id} pair={pair} currency={currency} isBusy={isBusy} onReveal={() => void change('reveal')} />
      ))}
      <h3>{t('tickets')}</h3>
      {tickets?.data.length === 0 && <p className={styles.soft}>{t('noTickets')}</p>}
      <ul className={styles.tickets}>
        {tickets?.data.slice(0, 20).map((ticket) => {
          const prize = prizeOf(ticket)
          const state = prize > 0 ? 'won' : ticket.state
          const values = { number: ticket.draw?.number ?? 0, amount: money(prize, currency) }
          return (
            <li key={ticket.roundId}>
              <span>
                <bdi>{ticket.game.name}</bdi> ·&nbsp;
                <When at={ticket.boughtAt} form="short" />
              </span>
              <span>{t(`state_${state}`, values)}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

type PairProps = { pair: TicketPair; currency: string; isBusy: boolean; onReveal: () => void }
function Pair({ pair, currency, isBusy, onReveal }: PairProps) {
  const t = useLabels('jackpots')
  const [isChecking, setChecking] = useState(false)
  const [verdict, setVerdict] = useState<TicketsVerdict | 'failed' | null>(null)
  const isRevealed = pair.revealedAt !== null
  const check = async () => {
    setChecking(true)
    try {
      const { id: playerId } = await api('GET /api/player/profile')
      const { checkTickets } = await import('../features/jackpots/check-tickets.ts')
      setVerdict(await checkTickets(pair, { playerId, currency }))
    } catch {
      setVerdict('failed')
    } finally {
      setChecking(false)
    }
  }
  return (
    <section>
      <h3>{t('pairOf', { number: pair.number, jackpot: pair.jackpotId })}</h3>
      <dl className={styles.facts}>
        <Detail term={t('seedHash')}>
          <code dir="ltr">{pair.serverSeedHash}</code>
        </Detail>
        <Detail term={t('clientSeed')}>
          <code dir="ltr">{pair.clientSeed}</code>
        </Detail>
        {pair.serverSeed && (
          <Detail term={t('serverSeed')}>
            <code dir="ltr">{pair.serverSeed}</code>
          </Detail>
        )}
        <Detail term={t('draws')}>{pair.nextNonce}</Detail>
      </dl>
      <div className={styles.actions}>
        {isRevealed ? (
          <Button icon="check-circle" isBusy={isChecking} onClick={() => void check()}>
            {t('check')}
          </Button>
        ) : (
          <Button isBusy={isBusy} disabled={pair.nextNonce === 0} onClick={onReveal}>
            {t('reveal')}
          </Button>
        )}
        <p role="status">
          {verdict === 'failed' && t('failed')}
          {verdict !== null &&
            verdict !== 'failed' &&
            (verdict.wrong.length === 0
              ? t('checkGood', { count: verdict.count })
              : t('checkBad', { numbers: verdict.wrong.join(', ') }))}
        </p>
      </div>
    </section>
  )
}
