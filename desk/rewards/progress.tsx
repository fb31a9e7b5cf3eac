/** A player's level and quests, below the rewards. */
import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { formatMoment, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { Table } from '../table.tsx'

export function Progress({ playerId }: { playerId: string }) {
  const levels = useQuery({
    queryKey: ['levels', playerId],
    queryFn: () => call('GET /api/players/{playerId}/levels', { params: { playerId } }),
    refetchOnWindowFocus: false,
  })
  const quests = useQuery({
    queryKey: ['quests', playerId],
    queryFn: () => call('GET /api/players/{playerId}/quests', { params: { playerId } }),
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <h2>{label('rewards.level')}</h2>
      <Loaded query={levels}>
        {({ level, name, points, earned, reviewAt, reached }) => (
          <Card title={name ? `${level} · ${name}` : String(level)}>
            <dl className={styles.facts}>
              <Detail term={label('rewards.points')}>{points}</Detail>
              <Detail term={label('rewards.earned')}>{earned}</Detail>
              {reviewAt && <Detail term={label('rewards.review')}>{formatMoment(reviewAt)}</Detail>}
              {reached.map((each) => (
                <Detail key={each.level} term={label('rewards.reached', { level: each.level })}>
                  {formatMoment(each.at)}
                  {' · '}
                  {each.grantedAt
                    ? label('rewards.levelGranted', { moment: formatMoment(each.grantedAt) })
                    : label('rewards.levelDue')}
                </Detail>
              ))}
            </dl>
          </Card>
        )}
      </Loaded>
      <h2>{label('rewards.quests')}</h2>
      <Loaded query={quests}>
        {({ quests: all }) =>
          all.length === 0 ? (
            <Empty icon="flag" title={label('rewards.noQuests')}>
              {label('rewards.noQuestsHint')}
            </Empty>
          ) : (
            <Table
              caption={label('rewards.quests')}
              columns={['started', 'quest', 'version', 'state', 'reward', 'tasks'].map((name) =>
                labelOf(`rewards.${name}`),
              )}
              rows={all.map(({ id, quest, version, state, reward, startedAt, tasks }) => ({
                key: id,
                cells: [
                  formatMoment(startedAt),
                  quest,
                  version,
                  labelOf(`rewards.questState.${state}`),
                  labelOf(`rewards.rewardState.${reward}`),
                  tasks
                    .map(({ type, progress, quantity, currency }) =>
                      label('rewards.task', {
                        task: labelOf(`rewards.taskType.${type}`),
                        progress,
                        quantity: currency ? `${quantity} ${currency}` : quantity,
                      }),
                    )
                    .join(', '),
                ],
              }))}
            />
          )
        }
      </Loaded>
    </>
  )
}
