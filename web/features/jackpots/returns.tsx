/** The exact return of the side stake, alone or together with a game, at any size of the pots: the rules of the odds. */
import { useState } from 'react'
import { chanceOf, returnOfTicket, returnTogether } from '#contract/jackpot-odds.ts'
import type { Jackpot } from '#contract/jackpots.ts'
import { Button } from '../../design/button/button.tsx'
import { Detail } from '../../design/detail/detail.tsx'
import { Field, Select } from '../../design/field/field.tsx'
import { Money, useMoney } from '../../design/money/money.tsx'
import { numberFormat } from '../../render/formats.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import styles from './jackpots.module.css'
import { usePercent } from './use-jackpots.ts'

type ReturnsProps = { jackpot: Jackpot; game?: { rtp: number; stakes: readonly number[] } }

export function Returns({ jackpot, game }: ReturnsProps) {
  const t = useLabels('jackpots')
  const locale = useLocale()
  const money = useMoney()
  const percent = usePercent()
  /** By level; those that were not moved follow the pot. */
  const [moved, setMoved] = useState<Record<string, number>>({})
  const [chosen, setChosen] = useState<number | null>(null)
  const levels = jackpot.levels.map((each) => ({ ...each, pot: moved[each.level] ?? each.pot }))
  const terms = { sideStake: jackpot.sideStake, levels }
  const stake = chosen ?? game?.stakes[1] ?? game?.stakes[0]
  const whole = (value: bigint) => numberFormat(locale, {}).format(value)
  return (
    <div className={styles.returns}>
      <div className={styles.levels}>
        {levels.map((level) => {
          const { pot, seed, cap, contribution } = level
          const { of, from } = chanceOf(level)
          // A line break between its figures would make it unreadable.
          const chance = t('chanceOf', { of: whole(of), from: whole(from) }).replaceAll(' ', '\u00a0')
          return (
            <Field
              key={level.level}
              label={
                <>
                  {t('potOf', { level: t(`level_${level.level}`) })} <Money amount={pot} currency={jackpot.currency} />
                </>
              }
              hint={`${t('chance')}: ${chance}`}
              render={(control) => (
                <input
                  {...control}
                  type="range"
                  className={styles.range}
                  min={seed}
                  max={cap - contribution}
                  step={contribution}
                  value={pot}
                  aria-valuetext={money(pot, jackpot.currency)}
                  onChange={({ target }) => setMoved({ ...moved, [level.level]: target.valueAsNumber })}
                />
              )}
            />
          )
        })}
        {game && stake !== undefined && (
          <Field
            label={t('stakeOf')}
            render={(control) => (
              <Select {...control} value={stake} onChange={({ target }) => setChosen(Number(target.value))}>
                {game.stakes.map((each) => (
                  <option key={each} value={each}>
                    {money(each, jackpot.currency)}
                  </option>
                ))}
              </Select>
            )}
          />
        )}
      </div>
      <dl className={styles.sums} aria-live="polite">
        <Detail term={t('sideStakeAlone')}>{percent(returnOfTicket(terms))}</Detail>
        {game && <Detail term={t('gameAlone')}>{percent(game.rtp)}</Detail>}
        {game && stake !== undefined && (
          <Detail term={t('both')}>
            <strong>{percent(returnTogether({ rtp: game.rtp, stake }, terms))}</strong>
          </Detail>
        )}
      </dl>
      <div>
        <Button size="s" disabled={Object.keys(moved).length === 0} onClick={() => setMoved({})}>
          {t('presentPots')}
        </Button>
      </div>
    </div>
  )
}
