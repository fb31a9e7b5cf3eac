/** What waits for somebody, what the site lacks for real money, and what one's roles permit. */
import { useQuery } from '@tanstack/react-query'
import { areas, includesScope, levels } from '#contract/desk/scopes.ts'
import type { Waiting } from '#contract/desk/overview.ts'
import { Empty } from '#web/design/empty/empty.tsx'
import { call } from './api.ts'
import styles from './home.module.css'
import { formatAge, label, labelOf } from './labels.ts'
import { Loaded } from './loaded.tsx'
import type { PageProps } from './pages.ts'
import { follow } from './place.ts'
import { QueueName, scopeOfQueue } from './queue-name.tsx'
import { Table } from './table.tsx'

const refreshEveryMs = 15_000

export function Home({ operator }: PageProps) {
  const waiting = useQuery({
    queryKey: ['waiting'],
    queryFn: () => call('GET /api/waiting'),
    refetchInterval: refreshEveryMs,
  })
  const mayOpen = ({ name }: Waiting) => includesScope(operator.scopes, scopeOfQueue(name))
  return (
    <>
      <h1>{label('homeTitle', { name: operator.name })}</h1>
      <h2>{label('homeWaiting')}</h2>
      <Loaded query={waiting}>
        {(all) => {
          const shown = all.filter((queue) => queue.waiting > 0 && mayOpen(queue))
          return shown.length === 0 ? (
            <Empty icon="check" title={label('homeNothingWaits')}>
              {label('homeNothingWaitsHint')}
            </Empty>
          ) : (
            <Table
              caption={label('homeWaiting')}
              columns={[label('homeQueue'), label('homeCount'), label('homeOldest')]}
              numeric={[false, true, true]}
              rows={shown.map(({ name, waiting: count, since }) => ({
                key: name,
                cells: [<QueueName key="name" name={name} />, count, since ? formatAge(since) : ''],
              }))}
            />
          )
        }}
      </Loaded>
      {includesScope(operator.scopes, 'operators:read') && <GoLive />}
      <Rights operator={operator} />
    </>
  )
}

function GoLive() {
  const missing = useQuery({ queryKey: ['go-live'], queryFn: () => call('GET /api/go-live'), staleTime: Infinity })
  return (
    <details className={styles.part}>
      <summary>
        {label('homeGoLive')}
        {missing.data && ` (${missing.data.length})`}
      </summary>
      <Loaded query={missing}>
        {(all) =>
          all.length === 0 ? (
            <p>{label('homeNothingMissing')}</p>
          ) : (
            <Table
              caption={label('homeGoLive')}
              columns={[label('homeMissing'), label('homeWhy'), label('homeRemedy')]}
              rows={all.map(({ what, why, remedy, path }) => ({
                key: what,
                cells: [
                  <strong key="what" className={styles.sentence}>
                    {what}
                  </strong>,
                  <span key="why" className={styles.sentence}>
                    {why}
                  </span>,
                  <span key="remedy" className={styles.sentence}>
                    {path ? (
                      <a href={path} onClick={follow}>
                        {remedy}
                      </a>
                    ) : (
                      remedy
                    )}
                  </span>,
                ],
              }))}
            />
          )
        }
      </Loaded>
    </details>
  )
}

function Rights({ operator }: Pick<PageProps, 'operator'>) {
  const rows = areas.flatMap((area) => {
    const level = levels.findLast((each) => operator.scopes.includes(`${area}:${each}`))
    return level ? [{ key: area, cells: [labelOf(`area.${area}`), label(level)] }] : []
  })
  return (
    <details className={styles.part}>
      <summary>{label('homeHint')}</summary>
      <Table caption={label('homeHint')} columns={[label('area'), label('level')]} rows={rows} />
    </details>
  )
}
