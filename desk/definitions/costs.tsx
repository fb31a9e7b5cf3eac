/** What a definition of a reward has cost so far. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api.ts'
import { formatNumber, formatMoney, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { Table } from '../table.tsx'

const columns = ['version', 'reward', 'players', 'granted', 'open', 'used', 'lapsed', 'worth', 'cost'] as const

export function Costs({ kind, identity }: { kind: string; identity: string }) {
  const costs = useQuery({
    queryKey: ['definition-cost', kind, identity],
    queryFn: () => call('GET /api/definitions/rewards/{kind}/{identity}/cost', { params: { kind, identity } }),
  })
  return (
    <section aria-labelledby="definition-costs">
      <h2 id="definition-costs">{label('definitions.costs')}</h2>
      <Loaded query={costs}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{label('definitions.costs.none')}</p>
          ) : (
            <Table
              caption={label('definitions.costs')}
              columns={columns.map((column) => label(`definitions.costs.${column}`))}
              numeric={columns.map((column) => column !== 'reward')}
              rows={rows.map((row) => ({
                key: `${row.version} ${row.reward} ${row.worth?.currency ?? row.cost?.currency}`,
                cells: columns.map((column) => {
                  if (column === 'reward') return label(`definitions.costs.reward.${row.reward}`)
                  if (column === 'cost' && row.points !== null)
                    return label('definitions.costs.points', { points: formatNumber(row.points) })
                  const value = row[column]
                  if (value === null) return '–'
                  return typeof value === 'number' ? formatNumber(value) : formatMoney(value)
                }),
              }))}
            />
          )
        }
      </Loaded>
    </section>
  )
}
