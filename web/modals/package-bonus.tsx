/** The bonuses of a package with their states. The value of the query key is the id of the package. */
import type { ModalModule, ModalProps } from '../modals.ts'
import { useApi } from '../api/use-api.ts'
import { Badge, type BadgeTone } from '../design/badge/badge.tsx'
import { Button, buttonClass } from '../design/button/button.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { Icon } from '../design/icon/icon.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { BonusProgress } from '../features/bonuses/bonus-progress.tsx'
import { type PackagePart, partsOf } from '../features/bonuses/package-parts.ts'
import { presetKey } from '../features/bonuses/preset-key.ts'
import { useRangeText } from '../features/bonuses/use-range-text.ts'
import { useActiveAccount } from '../features/wallet/accounts.ts'
import { useLabels } from '../render/labels.tsx'
import { useSearch } from '../render/router.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { ModalLink, useModal } from './use-modal.tsx'
import styles from './package-bonus.module.css'

function PackageBonus({ value }: ModalProps) {
  const t = useLabels('bonuses')
  const modal = useModal()
  const isOverWallet = useSearch().has('wallet')
  const { parts, name, currency, isPending, isError, invalidate } = usePackage(value)
  const first = parts.find((part) => part.state === 'offered')
  const close = () => modal.close('package-bonus')
  return (
    <>
      <ModalTitle description={parts.length > 0 ? t('packageLead') : undefined}>{name ?? t('packageTitle')}</ModalTitle>
      <ModalBody>
        {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={invalidate} />}
        {isPending && !isError && <Spinner label={t('loading')} />}
        {!isPending && !isError && parts.length === 0 && (
          <Empty icon="gift" title={t('packageEmpty')}>
            {t('packageEmptyText')}
          </Empty>
        )}
        <ul className={styles.parts}>
          {parts.map((part) => (
            <li key={part.key}>
              <Part part={part} currency={currency} />
            </li>
          ))}
        </ul>
      </ModalBody>
      <ModalActions>
        {first && !isOverWallet ? (
          <Button
            tone="primary"
            size="l"
            isWide
            onClick={() =>
              modal.open('wallet', 'deposit', { instead: 'package-bonus', query: { [presetKey]: first.key } })
            }
          >
            {t('toDeposit')}
          </Button>
        ) : (
          <Button tone="primary" size="l" isWide onClick={close}>
            {t('understood')}
          </Button>
        )}
      </ModalActions>
    </>
  )
}

/** Reads bonuses of all states, because finished ones are shown too. */
function usePackage(id: string) {
  const currency = useActiveAccount()?.currency ?? ''
  const isKnown = { enabled: currency !== '' }
  const offers = useApi('GET /api/game/bonuses', { query: { currency } }, isKnown)
  const request = { query: { status: [1, 2, 3], currency } }
  const bonuses = useApi('GET /api/game/player-bonuses', request, isKnown)
  const freespins = useApi('GET /api/game/player-freespins', request, isKnown)
  const all = [offers, bonuses, freespins]
  const isPending = all.some((query) => query.isPending)
  return {
    currency,
    isPending,
    isError: all.some((query) => query.isError),
    invalidate: () => all.forEach((query) => void query.refetch()),
    parts: isPending
      ? []
      : partsOf(id, { offers: offers.data ?? [], bonuses: bonuses.data ?? [], freespins: freespins.data ?? [] }),
    name: offers.data?.find((offer) => offer.package?.id === id)?.package?.name,
  }
}

function Part({ part, currency }: { part: PackagePart; currency: string }) {
  const t = useLabels('bonuses')
  const range = useRangeText()
  const [texts, tone] = stateOf(part)
  return (
    <article className={styles.part} data-state={part.state}>
      <header>
        <h3>{part.name}</h3>
        <Badge tone={tone}>{t(texts)}</Badge>
        {part.state !== 'over' && (
          <ModalLink
            modal={part.state === 'offered' ? 'wallet-bonus-info' : 'bonus-details'}
            value={part.key}
            className={`${buttonClass} ${styles.info}`}
            data-tone="plain"
            data-size="s"
            aria-label={t('moreInfoOf', { name: part.name })}
          >
            <Icon name="info" />
          </ModalLink>
        )}
      </header>
      {part.state === 'offered' && (
        <p>
          {part.offer.description} <span>{range(part.offer, currency)}</span>
        </p>
      )}
      {part.state === 'open' && <BonusProgress bonus={part.bonus} />}
    </article>
  )
}

function stateOf(part: PackagePart): [texts: string, tone: BadgeTone] {
  if (part.state === 'offered') return ['offered', 'neutral']
  if (part.bonus.status === 2) return ['active', 'success']
  return part.bonus.status === 1 ? ['issued', 'info'] : [`result_${part.bonus.result}`, 'neutral']
}

export const modal: ModalModule = { View: PackageBonus, labels: ['bonuses'] }
