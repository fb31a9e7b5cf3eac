/** Deposits and withdrawals with their steps, and the cancel action for pending ones. */
import type { Invoice } from '#contract/payments.ts'
import { Badge, type BadgeTone } from '../../../design/badge/badge.tsx'
import { buttonClass } from '../../../design/button/button.tsx'
import { Icon } from '../../../design/icon/icon.tsx'
import { Money } from '../../../design/money/money.tsx'
import { CancelInvoice } from '../../../features/payments/cancel-invoice.tsx'
import { PaymentMessage } from '../../../features/payments/payment-message.tsx'
import { StatusTimeline } from '../../../features/payments/status-timeline.tsx'
import { useTranslation } from '../../../features/payments/use-translation.ts'
import { ModalLink } from '../../../modals/use-modal.tsx'
import { useLabels } from '../../../render/labels.tsx'
import { Link } from '../../../render/router.tsx'
import { ExportButton } from './export-button.tsx'
import styles from './history.module.css'
import { filterPath, filterQuery, isFiltered, periodOf, readFilter } from './invoice-filter.ts'
import { InvoiceFilters } from './invoice-filters.tsx'
import { LineTime } from './line-time.tsx'
import { ListFrame } from './list-frame.tsx'
import { PayoutTimes } from './payout-times.tsx'
import { entriesPath } from './tabs.ts'
import { PaidTotals } from './totals.tsx'
import { usePages } from './use-pages.ts'

const perPage = 20
export const invoicesQuery = (search: URLSearchParams, page: number) => ({
  query: { ...filterQuery(readFilter(search)), page, perPage },
})

export function InvoicesTab({ search }: { search: URLSearchParams }) {
  const filter = readFilter(search)
  return (
    <div className={styles.section}>
      <InvoiceFilters filter={filter} />
      <PaidTotals days={filter} />
      <ExportButton filter={{ ...periodOf(filter), ...(filter.currency && { currency: filter.currency }) }} />
      {/* The key starts with the first page after a change. */}
      <InvoiceList key={filterPath(filter)} search={search} hasFilter={isFiltered(filter)} />
      <PayoutTimes />
    </div>
  )
}

function InvoiceList({ search, hasFilter }: { search: URLSearchParams; hasFilter: boolean }) {
  const t = useLabels('history')
  const paging = usePages({
    route: 'GET /api/payment/invoices',
    request: (page: number | null) => invoicesQuery(search, page ?? 1),
    next: ({ meta }) => (meta.page * meta.perPage < meta.total ? meta.page + 1 : null),
  })
  const invoices: Invoice[] | undefined = paging.pages?.flatMap(({ data }) => data)
  const action = (
    <ModalLink modal="wallet" value="deposit" className={buttonClass} data-tone="primary">
      {t('toDeposit')}
    </ModalLink>
  )
  return (
    <ListFrame
      count={invoices?.length}
      paging={paging}
      empty={
        hasFilter
          ? { icon: 'filter', title: t('nothingFits'), text: t('nothingFitsText'), action: null }
          : { icon: 'card', title: t('invoicesEmpty'), text: t('invoicesEmptyText'), action }
      }
    >
      {invoices?.map((invoice) => (
        <InvoiceLine key={invoice.id} invoice={invoice} />
      ))}
    </ListFrame>
  )
}

const tones: Record<Invoice['status'], BadgeTone> = { 1: 'info', 2: 'success', 3: 'danger' }

function InvoiceLine({ invoice }: { invoice: Invoice }) {
  const t = useLabels('history')
  const wallet = useLabels('wallet')
  const texts = useTranslation()
  const isDeposit = invoice.type === 1
  const canCancel =
    invoice.status === 1 &&
    !['confirming', 'sent'].includes(invoice.stage) &&
    invoice.isCancellable !== false &&
    !(isDeposit && invoice.owner === 'house')
  return (
    <li className={styles.item}>
      <details className={styles.details} open={invoice.status === 1 || undefined}>
        <summary className={styles.line}>
          <span className={styles.icon}>
            <Icon name={isDeposit ? 'deposit' : 'withdraw'} />
          </span>
          <span className={styles.what}>
            <strong>{t(isDeposit ? 'depositOf' : 'withdrawalOf', { method: texts(invoice.methodNames) })}</strong>
            <span className={styles.soft}>
              <bdi>{invoice.number}</bdi>
              {invoice.detail && (
                <>
                  {' '}
                  ·&nbsp;<bdi>{invoice.detail}</bdi>
                </>
              )}{' '}
              <LineTime at={invoice.createdAt} form="short" />
            </span>
          </span>
          <span className={styles.figures}>
            <strong>
              <Money amount={invoice.amount} currency={invoice.currency} />
            </strong>
            <Badge tone={tones[invoice.status]}>{t(`invoiceStatus_${invoice.status}`)}</Badge>
          </span>
          <span className={styles.opens}>
            <Icon name="chevron-down" size={16} />
          </span>
        </summary>
        <div className={styles.facts}>
          <PaymentMessage invoice={invoice} />
          <StatusTimeline invoice={invoice} />
          <p className={styles.links}>
            <Link to={entriesPath(invoice.id)} className={styles.link}>
              {t('entriesBehind')}
            </Link>
            {isDeposit && invoice.owner === 'player' && (
              <ModalLink
                modal="deposit-pending"
                value={invoice.id}
                className={buttonClass}
                data-tone="primary"
                data-size="s"
              >
                {wallet('continuePayment')}
              </ModalLink>
            )}
            {canCancel && <CancelInvoice invoice={invoice} />}
          </p>
        </div>
      </details>
    </li>
  )
}
