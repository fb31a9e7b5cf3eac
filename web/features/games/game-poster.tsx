/** What the page of a game says about it: its poster, with real and demo play, or a summary while it is open. */
import type { CSSProperties } from 'react'
import type { GameDetails } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'
import { buttonClass, ButtonLink } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Money, useMoney } from '../../design/money/money.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link, useLocation, useVisitor } from '../../render/router.tsx'
import { percentAt } from '../bonuses/contribution.ts'
import { useActiveBonus } from '../bonuses/use-active-bonus.ts'
import { useShownAccount } from '../wallet/held-balance.ts'
import { FavoriteButton } from './favorite-button.tsx'
import { GameFigures } from './game-figures.tsx'
import { TileArt } from './tile.tsx'
import styles from './game-poster.module.css'

export function GamePoster({ game, isSignInAsked }: { game: GameDetails; isSignInAsked: boolean }) {
  const t = useLabels('games')
  const { page } = useLocation()
  return (
    <section className={styles.poster} style={{ '--tint': game.thumbnails.dominantColor } as CSSProperties}>
      <div className={styles.art}>
        <TileArt game={game} isEager />
      </div>
      <div className={styles.words}>
        <Link to={`/providers/${game.provider.id}`} className={styles.studio}>
          {game.provider.name}
        </Link>
        <div className={styles.title}>
          <h1>{game.tileName ?? game.name}</h1>
          <FavoriteButton game={game} isPlain />
        </div>
        {game.description !== '' && <p className={styles.description}>{game.description}</p>}
        <GameFigures game={game} />
        <PosterBonus game={game} />
        {isSignInAsked && (
          <p className={styles.note} role="status">
            {t('signInToPlay')}
          </p>
        )}
        <div className={styles.actions}>
          <RealPlay game={game} pathname={page.pathname} />
          {game.hasDemo && (
            <ButtonLink href={`${page.pathname}?play=demo`} size="l">
              {t('playDemo')}
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  )
}

/** Describes a game below its stage. */
export function GameAbout({ game }: { game: GameDetails }) {
  return (
    <section className={styles.about}>
      <h1>{game.name}</h1>
      {game.description !== '' && <p className={styles.description}>{game.description}</p>}
      <GameFigures game={game} />
    </section>
  )
}

/** Explains before play how an active bonus applies to this game. */
function PosterBonus({ game }: { game: GameDetails }) {
  const t = useLabels('games')
  const money = useMoney()
  const { isSignedIn } = useVisitor()
  const { data } = useApi('GET /api/wallet/accounts', undefined, { enabled: isSignedIn })
  const bonus = useActiveBonus(data?.find(({ status }) => status === 1)?.currency, isSignedIn)
  if (!bonus) return null
  const percent = percentAt(bonus.contribution, game)
  const notes = [
    percent === 0 && t('bonusExcluded'),
    bonus.maxBetAmount !== null &&
      t(percent === 0 ? 'bonusMaxStakeExcluded' : 'bonusMaxStake', {
        amount: money(bonus.maxBetAmount, bonus.currency),
      }),
    percent > 0 && percent < 100 && t('bonusCounts', { percent }),
  ].filter((note) => note !== false)
  return notes.length === 0 ? null : <p className={styles.note}>{notes.join(' ')}</p>
}

/** Real play requires a session and funds. If one is missing, the button leads to it. */
function RealPlay({ game, pathname }: { game: GameDetails; pathname: string }) {
  const t = useLabels('games')
  const { isSignedIn } = useVisitor()
  const { data } = useApi('GET /api/wallet/accounts', undefined, { enabled: isSignedIn })
  const account = useShownAccount(data?.find(({ status }) => status === 1))
  const openRounds = useApi('GET /api/game/open-rounds', undefined, { enabled: isSignedIn })
  const isRoundOpen = openRounds.data?.some((round) => round.gameId === game.id) ?? false
  // After the sign-in, `play=real` is still in the address, so the game opens.
  if (!isSignedIn)
    return (
      <ButtonLink href={`${pathname}?play=real&sign-in=true`} tone="primary" size="l" icon="play">
        {t('playReal')}
      </ButtonLink>
    )
  if (isRoundOpen)
    return (
      <ButtonLink href={`${pathname}?play=real`} tone="primary" size="l" icon="play">
        {t(game.kind === 'table' ? 'continueOwnHand' : 'continueOwnRound')}
      </ButtonLink>
    )
  if (account?.balance === 0)
    return (
      <ModalLink modal="wallet" value="deposit" className={buttonClass} data-tone="primary" data-size="l">
        <Icon name="plus" />
        <span>{t('depositToPlay')}</span>
      </ModalLink>
    )
  return (
    <ButtonLink href={`${pathname}?play=real`} tone="primary" size="l" icon="play">
      {t('playReal')}
      {account && (
        <>
          {' '}
          (<Money amount={account.balance} currency={account.currency} />)
        </>
      )}
    </ButtonLink>
  )
}
