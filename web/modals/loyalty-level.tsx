/** Shows a level that the player has reached: the one whose order is the value of the query key, or the current one. */
import type { ModalModule, ModalProps } from '../modals.ts'
import { Button, buttonClass } from '../design/button/button.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { LevelEmblem } from '../features/loyalty/level-emblem.tsx'
import { LevelRewards } from '../features/loyalty/level-rewards.tsx'
import { useLevels, useLoyaltyAccount } from '../features/loyalty/use-loyalty.ts'
import { useNumber } from '../features/loyalty/use-number.ts'
import { useLabels } from '../render/labels.tsx'
import { Link } from '../render/router.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'
import styles from './loyalty-level.module.css'

function LoyaltyLevel({ value }: ModalProps) {
  const t = useLabels('loyalty')
  const number = useNumber()
  const { close } = useModal()
  const { data: levels, isError, refetch } = useLevels()
  const { data: account } = useLoyaltyAccount()
  // The address may contain any level, but only a reached one is shown.
  const reached = account?.currentLevel.order ?? 0
  const shown = value === 'true' ? reached : Number(value)
  const level = levels?.find(({ order }) => order === shown && order <= reached)
  const isPending = !isError && (!levels || !account)
  return (
    <>
      <ModalTitle>{level ? t('reached', { name: level.name }) : t('title')}</ModalTitle>
      <ModalBody>
        {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
        {isPending && <Spinner label={t('loading')} />}
        {!isPending && !isError && !level && <Empty icon="star" title={t('noLevel')} />}
        {level && (
          <div className={styles.level}>
            <LevelEmblem order={level.order} size={144} />
            <p className={styles.order}>
              {t('levelOf', { order: number(level.order), count: number(levels?.length ?? level.order) })}
            </p>
            {level.rewards.length + level.benefits.length > 0 && (
              <section className={styles.rewards} aria-label={t('brings')}>
                <h3>{t('brings')}</h3>
                <LevelRewards level={level} />
                {level.rewards.length > 0 && <p>{t('rewardsFollow')}</p>}
              </section>
            )}
          </div>
        )}
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={() => close('loyalty-level')}>
          {t('understood')}
        </Button>
        <Link to="/loyalty" className={buttonClass} data-tone="plain" data-size="l">
          {t('seeLevels')}
        </Link>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: LoyaltyLevel, labels: ['loyalty'] }
