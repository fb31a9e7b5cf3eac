/** Shown for the id of a payment that this player does not have, for example after a mistyped link. */
import { ButtonLink } from '../../design/button/button.tsx'
import { Empty } from '../../design/empty/empty.tsx'
import { useLabels } from '../../render/labels.tsx'

export function PaymentMissing() {
  const t = useLabels('wallet')
  return (
    <Empty
      icon="search"
      title={t('paymentMissing')}
      action={<ButtonLink to="/profile/history?tab=invoices">{t('toHistory')}</ButtonLink>}
    >
      {t('paymentMissingText')}
    </Empty>
  )
}
