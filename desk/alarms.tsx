/** What is wrong now, by the shipped rules, and what to do about it. */
import { useQuery } from '@tanstack/react-query'
import type { Alarm } from '#contract/desk/overview.ts'
import { Badge, type BadgeTone } from '#web/design/badge/badge.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import styles from './alarms.module.css'
import { call } from './api.ts'
import { formatAge, formatNumber, label, labelOf } from './labels.ts'
import { Loaded } from './loaded.tsx'
import { PageTop } from './page-top.tsx'
import { pages } from './pages.ts'
import { follow } from './place.ts'
import { QueueName } from './queue-name.tsx'
import { Table } from './table.tsx'

const refreshEveryMs = 15_000
const tones: Record<Alarm['state'], BadgeTone> = {
  ok: 'success',
  pending: 'warning',
  firing: 'danger',
  unknown: 'neutral',
  failed: 'danger',
}

export function Alarms() {
  const alarms = useQuery({
    queryKey: ['alarms'],
    queryFn: () => call('GET /api/alarms'),
    refetchInterval: refreshEveryMs,
  })
  return (
    <>
      <PageTop title={label('alarms')} hint={label('alarmsHint')} />
      <Loaded query={alarms}>
        {(all) => {
          const open = all.filter(({ state }) => state === 'firing' || state === 'pending')
          return (
            <>
              {open.length === 0 ? (
                <Empty icon="check" title={label('alarmsNone')}>
                  {label('alarmsNoneHint')}
                </Empty>
              ) : (
                open.map((alarm) => <OpenAlarm key={alarm.name} alarm={alarm} />)
              )}
              <h2>{label('alarmsAll')}</h2>
              {[...new Set(all.map(({ group }) => group))].map((group) => (
                <details key={group} className={styles.group} open>
                  <summary>{labelOf(`alarmGroup.${group}`)}</summary>
                  <Table
                    caption={labelOf(`alarmGroup.${group}`)}
                    columns={[label('alarmRule'), label('alarmState'), label('alarmDo')]}
                    rows={all
                      .filter((alarm) => alarm.group === group)
                      .map((alarm) => ({
                        key: alarm.name,
                        cells: [
                          <span key="rule" className={styles.sentence} title={alarm.expr}>
                            {alarm.sentences[0]}
                          </span>,
                          <StateBadge key="state" state={alarm.state} />,
                          <Remedy key="do" alarm={alarm} />,
                        ],
                      }))}
                  />
                </details>
              ))}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

const StateBadge = ({ state }: Pick<Alarm, 'state'>) => (
  <Badge tone={tones[state]}>{labelOf(`alarmState.${state}`)}</Badge>
)

/** Pages of the desk are named in quotes, and become links; those of the documentation are named after it. */
function Remedy({ alarm: { remedy, manual } }: { alarm: Alarm }) {
  return (
    <span className={styles.sentence}>
      {remedy.split('"').map((text, index) => {
        const page = index % 2 === 1 && pages.find(({ title, isUnlisted }) => !isUnlisted && label(title) === text)
        return page ? (
          <a key={text} href={page.path} onClick={follow}>
            {text}
          </a>
        ) : (
          text
        )
      })}
      {manual.length > 0 && (
        <small className={styles.soft}>
          {label('alarmManual')}: {manual.join(', ')}
        </small>
      )}
    </span>
  )
}

function OpenAlarm({ alarm }: { alarm: Alarm }) {
  const { name, state, severity, since, sentences, values, queues, expr } = alarm
  return (
    <section className={styles.alarm} data-state={state} aria-label={name}>
      <p className={styles.head}>
        <StateBadge state={state} />
        <strong>{name}</strong>
        <span className={styles.soft}>
          {labelOf(`alarmSeverity.${severity}`)}
          {since && ` · ${label('alarmSince')} ${formatAge(since)}`}
        </span>
      </p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className={styles.soft}>
        {label('alarmCondition')}: <code>{expr}</code>
        {values.length > 0 &&
          ` · ${values.map(({ of, value }) => `${of ? `${of}: ` : ''}${formatNumber(value)}`).join(', ')}`}
      </p>
      <p>
        <strong>{label('alarmDo')}:</strong> <Remedy alarm={alarm} />
      </p>
      {queues.length > 0 && (
        <p className={styles.queues}>
          <strong>{label('alarmQueues')}:</strong>
          {queues.map((queue) => (
            <QueueName key={queue} name={queue} />
          ))}
        </p>
      )}
    </section>
  )
}
