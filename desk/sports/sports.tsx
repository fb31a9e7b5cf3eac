/** Sports bets that wait for a person. The kind of work is in the address. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { includesScope } from '#contract/desk/scopes.ts'
import { type SportsWork, sportsWorkKinds } from '#contract/desk/sports.ts'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Age } from '../age.tsx'
import { call } from '../api.ts'
import { DecideDialog } from '../decide-dialog.tsx'
import { Filters, NextPage, useFilters } from '../filters.tsx'
import { formatMoney, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'
import { Table } from '../table.tsx'

type Decision = 'clear' | 'pay'
const decisions: Partial<Record<string, Decision>> = { debts: 'clear', closed: 'pay' }

export function Sports({ operator }: PageProps) {
  const { kind: asked, after } = useFilters()
  const kind = sportsWorkKinds.find((each) => each === asked) ?? 'differences'
  const [chosen, setChosen] = useState<{ decision: Decision; work: SportsWork } | null>(null)
  const [notice, setNotice] = useState('')
  const list = useQuery({
    queryKey: ['sports', kind, after],
    queryFn: () => call('GET /api/sports', { query: { kind, after } }),
    // The rows stay while somebody reads them.
    refetchOnWindowFocus: false,
  })
  const decision = includesScope(operator.scopes, 'cashier:decide') ? decisions[kind] : undefined
  const end = (text: string) => {
    setChosen(null)
    setNotice(text)
    void list.refetch()
  }
  return (
    <>
      <h1>{label('sports')}</h1>
      <p>{label('sports.hint')}</p>
      <Filters
        filters={[
          {
            name: 'kind',
            title: label('sports.kind.differences'),
            options: sportsWorkKinds
              .filter((each) => each !== 'differences')
              .map((value) => ({ value, title: labelOf(`sports.kind.${value}`) })),
          },
        ]}
      />
      <p role="status">{notice}</p>
      <Loaded query={list}>
        {({ work, next }) =>
          work.length === 0 ? (
            <Empty icon="check" title={label('sports.none')}>
              {labelOf(`sports.noneHint.${kind}`)}
            </Empty>
          ) : (
            <>
              <p>{labelOf(`sports.doHint.${kind}`)}</p>
              <Table
                caption={labelOf(`sports.kind.${kind}`)}
                columns={['waiting', 'bet', 'detail', 'amount']
                  .map((name) => labelOf(`sports.${name}`))
                  .concat(label('player'), ...(decision ? [label('sports.act')] : []))}
                numeric={[false, false, false, true]}
                rows={work.map((each) => ({
                  key: `${each.bet} ${each.betId} ${each.playerId} ${each.amount?.currency}`,
                  cells: [
                    <Age key="since" at={each.since} />,
                    each.bet ? (
                      <a key="bet" href={`/bets/${each.bet}`} onClick={follow}>
                        {each.betId}
                      </a>
                    ) : (
                      (each.betId ?? '–')
                    ),
                    <Sums key="detail" kind={kind} work={each} />,
                    each.amount ? formatMoney(each.amount) : '',
                    each.playerId && (
                      <a key="player" href={`/players/${each.playerId}?kind=play`} onClick={follow}>
                        {each.playerId.slice(0, 8)}
                      </a>
                    ),
                    ...(decision
                      ? [
                          <Button key="act" size="s" onClick={() => setChosen({ decision, work: each })}>
                            {label(`sports.${decision}`)}
                          </Button>,
                        ]
                      : []),
                  ],
                }))}
              />
              <NextPage next={next} />
            </>
          )
        }
      </Loaded>
      {chosen && (
        <DecideDialog
          title={label(`sports.${chosen.decision}`)}
          hint={labelOf(`sports.${chosen.decision}Hint`)
            .replace('{amount}', formatMoney(chosen.work.amount!))
            .replace('{bet}', chosen.work.betId ?? '')}
          action={label(`sports.${chosen.decision}`)}
          isDangerous={chosen.decision === 'clear'}
          decide={(reason) => decide(chosen, reason)}
          onDone={() => end(label(chosen.decision === 'clear' ? 'sports.cleared' : 'sports.paid'))}
          onClose={() => end('')}
        />
      )}
    </>
  )
}

/** What the site has, and for a difference what the sportsbook lists instead. */
function Sums({ kind, work: { ours, theirs } }: { kind: string; work: SportsWork }) {
  const said = ({ status, stake, openStake, payout }: NonNullable<SportsWork['theirs']>) =>
    label('sports.sums', {
      status: labelOf(`rounds.status.${status}`),
      stake: formatMoney(stake),
      open: formatMoney(openStake),
      payout: formatMoney(payout),
    })
  return (
    <>
      {ours ? <div>{said(ours)}</div> : kind === 'differences' && <div>{label('sports.unknown')}</div>}
      {kind === 'miscalculated' && ours?.expected && (
        <div>{label('sports.expected', { amount: formatMoney(ours.expected) })}</div>
      )}
      {kind === 'differences' && (
        <div>{theirs ? label('sports.listed', { sums: said(theirs) }) : label('sports.notListed')}</div>
      )}
    </>
  )
}

function decide({ decision, work }: { decision: Decision; work: SportsWork }, reason: string): Promise<unknown> {
  const { amount, currency } = work.amount!
  return decision === 'clear'
    ? call('POST /api/sports/debts/{betId}/clearance', { params: { betId: work.bet! }, body: { reason, seen: amount } })
    : call('POST /api/players/{playerId}/closed-payments', {
        params: { playerId: work.playerId! },
        body: { currency, amount, reason },
      })
}
