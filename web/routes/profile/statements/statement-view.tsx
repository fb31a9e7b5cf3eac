/** One statement: balances and movements of each currency, its files, and its verification, here or with OpenSSL. */
import { useState } from 'react'
import type { Statement, StatementLine } from '#contract/statements.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError } from '../../../api/client.ts'
import { fileCall } from '../../../api/file-call.ts'
import { saveFile } from '../../../api/save-file.ts'
import { Badge } from '../../../design/badge/badge.tsx'
import { Button } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { Detail } from '../../../design/detail/detail.tsx'
import { Icon } from '../../../design/icon/icon.tsx'
import { Money } from '../../../design/money/money.tsx'
import type { CheckedStatement } from '../../../features/statements/check-statement.ts'
import { dateFormat } from '../../../render/formats.ts'
import { useLabels, useLocale } from '../../../render/labels.tsx'
import { kindLabel } from '../history/kinds.ts'
import { lastDay, periodText } from './period-text.ts'
import styles from './statements.module.css'

export function StatementView({ statement }: { statement: Statement }) {
  const t = useLabels('statements')
  const locale = useLocale()
  const { period, playerId, from, until, isFinal, currencies } = statement
  const day = (at: string) => dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at))
  const shown = currencies.filter(
    ({ lines, accounts }) => lines.length > 0 || accounts.some(({ opening }) => opening !== 0),
  )
  return (
    <div className={styles.statement}>
      <Card
        title={periodText(period, locale)}
        aside={<Badge tone={isFinal ? 'success' : 'warning'}>{t(isFinal ? 'final' : 'notFinal')}</Badge>}
      >
        <dl className={styles.facts}>
          <Detail term={t('period')}>{t('span', { from: day(from), until: day(lastDay(until)) })}</Detail>
          <Detail term={t('player')}>
            <code dir="ltr">{playerId}</code>
          </Detail>
        </dl>
        <p className={styles.note}>{t(isFinal ? 'finalNote' : 'notFinalNote')}</p>
        <Files period={period} isFinal={isFinal} />
      </Card>
      {shown.length === 0 && <p>{t('empty')}</p>}
      {shown.map((each) => (
        <CurrencyCard key={each.currency} {...each} />
      ))}
      {isFinal && <Check statement={statement} />}
    </div>
  )
}

function Files({ period, isFinal }: { period: string; isFinal: boolean }) {
  const t = useLabels('statements')
  const [busy, setBusy] = useState<'csv' | 'signature' | null>(null)
  const [fault, setFault] = useState<'saveFailed' | 'tooMany' | null>(null)
  const save = async (part: 'csv' | 'signature') => {
    setBusy(part)
    setFault(null)
    try {
      const name = part === 'csv' ? `statement-${period}.csv` : `statement-${period}.csv.sig`
      await saveFile(`GET /api/wallet/statements/{period}/${part}`, `/api/wallet/statements/${period}/${part}`, name)
    } catch (error) {
      setFault(error instanceof ApiError && error.status === HttpStatus.tooManyRequests ? 'tooMany' : 'saveFailed')
    }
    setBusy(null)
  }
  return (
    <div className={styles.files}>
      <Button icon="download" isBusy={busy === 'csv'} onClick={() => void save('csv')}>
        {t('csv')}
      </Button>
      {isFinal && (
        <Button icon="download" isBusy={busy === 'signature'} onClick={() => void save('signature')}>
          {t('signature')}
        </Button>
      )}
      <Button icon="document" onClick={() => window.print()}>
        {t('print')}
      </Button>
      {fault && (
        <p role="alert" className={styles.fault}>
          {t(fault)}
        </p>
      )}
    </div>
  )
}

type CurrencyProps = Statement['currencies'][number]

function CurrencyCard({ currency, accounts, lines, result }: CurrencyProps) {
  const t = useLabels('statements')
  const history = useLabels('history')
  const products = [...Map.groupBy(lines, ({ product }) => product)]
  const money = (amount: number, sign?: 'always') => (
    <Money amount={amount} currency={currency} {...(sign && { sign })} precision="full" />
  )
  const columns = (names: string[]) => (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {t(name)}
          </th>
        ))}
      </tr>
    </thead>
  )
  return (
    <Card title={currency}>
      <table className={styles.table} aria-label={t('balancesOf', { currency })}>
        {columns(['account', 'opening', 'change', 'closing'])}
        <tbody>
          {accounts
            .filter(({ account, opening, closing }) => account === 'cash' || opening !== 0 || closing !== 0)
            .map(({ account, opening, closing }) => (
              <tr key={account}>
                <th scope="row">{history(`account_${account}`)}</th>
                <td data-term={t('opening')}>{money(opening)}</td>
                <td data-term={t('change')}>{money(closing - opening, 'always')}</td>
                <td data-term={t('closing')}>{money(closing)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {lines.length > 0 && (
        <table className={styles.table} aria-label={t('movementsOf', { currency })}>
          {columns(['movement', 'in', 'out', 'net'])}
          {products.map(([product, own]) => (
            <tbody key={product}>
              <tr data-total="true">
                <th scope="rowgroup">{t(`product_${product}`)}</th>
                <td data-term={t('in')}>{money(sumOf(own, 'credit'))}</td>
                <td data-term={t('out')}>{money(sumOf(own, 'debit'))}</td>
                <td data-term={t('net')}>{money(sumOf(own, 'credit') - sumOf(own, 'debit'), 'always')}</td>
              </tr>
              {own.map(({ kind, account, credit, debit }) => (
                <tr key={`${kind} ${account}`}>
                  <th scope="row">
                    {history(kindLabel(kind))} · {history(`account_${account}`)}
                  </th>
                  <td data-term={t('in')}>{credit !== 0 && money(credit)}</td>
                  <td data-term={t('out')}>{debit !== 0 && money(debit)}</td>
                  <td data-term={t('net')}>{money(credit - debit, 'always')}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      )}
      <p className={styles.result}>
        <strong>{t('result')}</strong> {money(result, 'always')}
      </p>
      <p className={styles.note}>{t('resultNote')}</p>
    </Card>
  )
}

const sumOf = (lines: StatementLine[], side: 'credit' | 'debit'): number =>
  lines.reduce((sum, line) => sum + line[side], 0)

function Check({ statement }: { statement: Statement }) {
  const t = useLabels('statements')
  const [isBusy, setBusy] = useState(false)
  const [checked, setChecked] = useState<CheckedStatement | 'needsSecure' | 'checkFailed' | 'tooMany' | null>(null)
  const { period } = statement
  const file = `statement-${period}.csv`
  const check = async () => {
    setBusy(true)
    try {
      const { checkStatement } = await import('../../../features/statements/check-statement.ts')
      const at = `/api/wallet/statements/${period}`
      const [csv, signature, key] = await Promise.all([
        fileCall('GET /api/wallet/statements/{period}/csv', `${at}/csv`),
        fileCall('GET /api/wallet/statements/{period}/signature', `${at}/signature`),
        fileCall('GET /api/wallet/liabilities/key', '/api/wallet/liabilities/key'),
      ])
      const bytes = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
      setChecked(await checkStatement(await bytes(csv), await bytes(signature), await key.text(), statement))
    } catch (error) {
      setChecked(error instanceof ApiError && error.status === HttpStatus.tooManyRequests ? 'tooMany' : 'checkFailed')
    }
    setBusy(false)
  }
  return (
    <Card title={t('checkTitle')}>
      <p className={styles.files}>
        <Button icon="shield" isBusy={isBusy} onClick={() => void check()}>
          {t('checkHere')}
        </Button>
      </p>
      <div role="status" aria-label={t('checkResult')}>
        {typeof checked === 'string' && <p className={styles.fault}>{t(checked)}</p>}
        {checked && typeof checked === 'object' && <CheckResult checked={checked} />}
      </div>
      <p>
        {t('check')}{' '}
        <a href="/api/wallet/liabilities/key" download="operator-key.pem" className={styles.link}>
          operator-key.pem
        </a>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard */}
      <pre className={styles.command} dir="ltr" tabIndex={0}>
        <code>{`openssl dgst -sha256 -verify operator-key.pem -signature ${file}.sig ${file}`}</code>
      </pre>
    </Card>
  )
}

export function CheckResult({ checked: { isSigned, key, wrongSums, isShown } }: { checked: CheckedStatement }) {
  const t = useLabels('statements')
  const findings: Array<[isGood: boolean, text: string]> = [
    [isSigned, t(isSigned ? 'signedGood' : 'signedBad')],
    ...(isSigned ? [[key !== 'changed', t(`key_${key}`)] as [boolean, string]] : []),
    [
      wrongSums.length === 0,
      wrongSums.length === 0 ? t('sumsGood') : t('sumsBad', { currencies: wrongSums.join(', ') }),
    ],
    [isShown, t(isShown ? 'shownGood' : 'shownBad')],
  ]
  return (
    <ul className={styles.findings}>
      {findings.map(([isGood, text]) => (
        <li key={text} data-good={isGood || undefined}>
          <Icon name={isGood ? 'check' : 'close'} />
          {text}
        </li>
      ))}
    </ul>
  )
}
