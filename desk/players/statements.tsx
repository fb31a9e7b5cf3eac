/** Signed statements of a player: one month or year at a time, with its files. */
import { useQuery } from '@tanstack/react-query'
import type { DeskStatement } from '#contract/desk/statements.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { call, callForFile } from '../api.ts'
import styles from '../case.module.css'
import { Filters, useFilters } from '../filters.tsx'
import { formatNumber, formatMoney, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { PlayerTop } from '../player-top.tsx'
import { save } from '../save-file.ts'
import { Table } from '../table.tsx'
import { useCall } from '../use-call.ts'

export function StatementsPage({ params }: PageProps) {
  const playerId = params['playerId']!
  const { period: chosen } = useFilters()
  const periods = useQuery({
    queryKey: ['statements', playerId],
    queryFn: () => call('GET /api/players/{playerId}/statements', { params: { playerId } }),
  })
  return (
    <>
      <PlayerTop title={label('players.statements')} playerId={playerId} />
      <Loaded query={periods}>
        {(all) => {
          const period = chosen ?? all.find((each) => each.period.length === 7)?.period
          return (
            <>
              <Filters
                filters={[
                  {
                    name: 'period',
                    title: label('players.newestMonth'),
                    options: all.map((each) => ({ value: each.period, title: each.period })),
                  },
                ]}
              />
              {period ? (
                <Shown playerId={playerId} period={period} />
              ) : (
                <Empty icon="document" title={label('players.noStatement')} />
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function Shown({ playerId, period }: { playerId: string; period: string }) {
  const params = { playerId, period }
  const statement = useQuery({
    queryKey: ['statement', playerId, period],
    queryFn: () => call('GET /api/players/{playerId}/statements/{period}', { params }),
  })
  const { isBusy, error, run } = useCall()
  const download = async (part: 'csv' | 'signature') => {
    const bytes = await run(() => callForFile(`GET /api/players/{playerId}/statements/{period}/${part}`, { params }))
    if (bytes) save({ name: `statement-${period}.csv${part === 'csv' ? '' : '.sig'}` }, bytes)
  }
  return (
    <Loaded query={statement}>
      {({ isFinal, currencies }) => (
        <div className={styles.side}>
          <p className={styles.buttons}>
            <Badge tone={isFinal ? 'success' : 'warning'}>
              {label(isFinal ? 'players.statementFinal' : 'players.statementRunning')}
            </Badge>
            <Button size="s" icon="download" isBusy={isBusy} onClick={() => void download('csv')}>
              {label('players.statementCsv')}
            </Button>
            {isFinal && (
              <Button size="s" icon="download" isBusy={isBusy} onClick={() => void download('signature')}>
                {label('players.statementSignature')}
              </Button>
            )}
          </p>
          <p className={styles.error} role="alert">
            {error}
          </p>
          {currencies.map((each) => (
            <Currency key={each.currency} {...each} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

function Currency({ currency, accounts, lines, result }: DeskStatement['currencies'][number]) {
  const money = (amount: string) => formatMoney({ amount, currency })
  return (
    <>
      <h2>{currency}</h2>
      <Table
        caption={label('players.statementBalances', { currency })}
        columns={[label('players.account'), label('players.opening'), label('players.closing')]}
        numeric={[false, true, true]}
        isSummary
        rows={accounts.map(({ account, opening, closing }) => ({
          key: account,
          cells: [labelOf(`players.${account}`), money(opening), money(closing)],
        }))}
      />
      {lines.length > 0 && (
        <Table
          caption={label('players.statementMovements', { currency })}
          columns={['product', 'what', 'account', 'entries', 'credit', 'debit'].map((name) =>
            labelOf(`players.${name}`),
          )}
          numeric={[false, false, false, true, true, true]}
          rows={lines.map(({ product, kind, account, entries, credit, debit }) => ({
            key: `${product} ${kind} ${account}`,
            cells: [
              labelOf(`players.product.${product}`),
              labelOf(`players.what.${kind}`),
              labelOf(`players.${account}`),
              formatNumber(entries),
              money(credit),
              money(debit),
            ],
          }))}
        />
      )}
      <p>{label('players.statementResult', { amount: money(result) })}</p>
    </>
  )
}
