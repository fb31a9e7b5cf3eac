/** What a player can do next after the registration: deposit with the welcome offer, try a game, set a limit. */
import { type ReactNode, useEffect } from 'react'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { Icon, type IconName } from '../../design/icon/icon.tsx'
import { useHeadline } from '../../features/bonuses/offer-steps.tsx'
import { presetKey } from '../../features/bonuses/preset-key.ts'
import { useIsOnBreak } from '../../features/limits/use-is-on-break.ts'
import { useLabels } from '../../render/labels.tsx'
import { Link, useLocation, useVisitor } from '../../render/router.tsx'
import { ModalActions, ModalBody, ModalTitle } from '../modal-frame.tsx'
import { ModalLink, useModal } from '../use-modal.tsx'
import styles from './welcome.module.css'

export function Welcome() {
  const t = useLabels('identity')
  const { close } = useModal()
  const { init, isSignedIn } = useVisitor()
  const isOnBreak = useIsOnBreak()
  const { page } = useLocation()
  // A player who registered beside a game goes on with that one.
  const isAtGame = page.entry.path === '/games/:id'
  // The session may end, or a break begin, in another tab.
  useEffect(() => {
    if (!isSignedIn) close('success')
  }, [isSignedIn, close])
  return (
    <>
      <ModalTitle description={t('welcomeLead')}>{t('welcomeTitle')}</ModalTitle>
      <ModalBody>
        <ol className={styles.steps}>
          {!init.isRestricted && !isOnBreak && <FirstDeposit />}
          {!isAtGame && !isOnBreak && <Demo />}
          <li>
            <ModalLink modal="add-cash-limit" value="deposit" instead="success" className={styles.step}>
              <Step icon="shield" title={t('welcomeLimit')} text={t('welcomeLimitText')} />
            </ModalLink>
          </li>
        </ol>
      </ModalBody>
      <ModalActions>
        <Button size="l" isWide onClick={() => close('success')}>
          {t(isAtGame ? 'welcomeToGame' : 'welcomeClose')}
        </Button>
      </ModalActions>
    </>
  )
}

function FirstDeposit() {
  const t = useLabels('identity')
  const offer = useWelcomeOffer()
  return (
    <li>
      <ModalLink
        modal="wallet"
        value="deposit"
        instead="success"
        {...(offer && { query: { [presetKey]: offer.id } })}
        className={styles.step}
        data-tone="primary"
      >
        <Step icon="wallet" title={t('welcomeDeposit')} text={offer?.text ?? t('welcomeDepositText')} />
      </ModalLink>
    </li>
  )
}

/** What the first deposit brings and what it costs, in one line; undefined if nothing is offered. */
function useWelcomeOffer(): { id: string; text: string } | undefined {
  const t = useLabels('bonuses')
  const headline = useHeadline()
  const { data: page } = useApi('GET /api/game/bonuses/pages/{identity}', { params: { identity: 'welcome' } })
  const offer = page?.offers.find(({ state, code }) => state === 'open' && code === null)?.offer
  if (!page || !offer) return undefined
  const { wageringMultiplier: times, winsAs } = offer.terms
  const cost =
    times > 0 ? t(winsAs === 'bonus' ? 'headlineWinsWager' : 'headlineWager', { times }) : t('headlineNoWager')
  return { id: offer.id, text: `${headline(offer, page.currency)} · ${cost}` }
}

function Demo() {
  const t = useLabels('identity')
  const { data: lobby } = useApi('GET /api/game/lobby')
  const game = lobby?.games[0]
  return (
    game && (
      <li>
        <Link to={`/games/${game.id}?play=demo`} className={styles.step}>
          <Step icon="play" title={t('welcomeDemo', { game: game.name })} text={t('welcomeDemoText')} />
        </Link>
      </li>
    )
  )
}

function Step({ icon, title, text }: { icon: IconName; title: ReactNode; text: ReactNode }) {
  return (
    <>
      <Icon name={icon} size={24} />
      <span>
        <strong>{title}</strong>
        <small>{text}</small>
      </span>
      <Icon name="chevron-right" size={20} />
    </>
  )
}
