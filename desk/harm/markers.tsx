/** Markers of harm that wait for a decision. */
import type { ReactNode } from 'react'
import type { DeskMarker } from '#contract/desk/harm.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { formatMoment, label, labelOf, lineOf } from '../labels.ts'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'
import { CaseQueue } from './case-queue.tsx'

export function Markers({ operator }: PageProps) {
  return (
    <CaseQueue<DeskMarker, 'upheld' | 'dismissed'>
      name="markers"
      kind="marker"
      words={{
        title: 'harm.markers',
        hint: 'harm.markersHint',
        keys: 'harm.markerKeys',
        none: 'harm.noMarkers',
        noneHint: 'harm.noMarkersHint',
      }}
      load={async (query) => {
        const { markers, next } = await call('GET /api/markers', { query })
        return { cases: markers, next }
      }}
      mayDecide={includesScope(operator.scopes, 'protection:decide')}
      decisions={{
        upheld: { key: 'h', title: 'harm.uphold', hint: 'harm.upholdHint' },
        dismissed: { key: 'd', title: 'harm.dismiss', hint: 'harm.dismissHint', isDangerous: true },
      }}
      decisionsOn={({ state }) => (state === 'open' ? ['upheld', 'dismissed'] : ['dismissed'])}
      decide={({ id, state }, decision, reason) =>
        call('POST /api/markers/{markerId}/decision', {
          params: { markerId: id },
          body: { decision, reason, seen: state },
        })
      }
      show={(marker, actions) => <Marker marker={marker}>{actions}</Marker>}
    />
  )
}

export function Marker({ marker, children }: { marker: DeskMarker; children?: ReactNode }) {
  const { playerId, level, measure, counted, threshold, days, raisedAt, state, contest, decision } = marker
  return (
    <Card
      title={labelOf(`harm.measure.${measure}`)}
      aside={
        <Badge tone={level === 'strong' ? 'danger' : 'warning'}>
          {label(level === 'strong' ? 'harm.strong' : 'harm.notice')}
        </Badge>
      }
    >
      <dl className={styles.facts}>
        <Detail term={label('player')}>
          <a href={`/players/${playerId}`} onClick={follow}>
            {playerId.slice(0, 8)}
          </a>
        </Detail>
        <Detail term={label('harm.counted')}>
          {label('harm.countedOf', { counted: lineOf([counted]), threshold: lineOf([threshold]), days })}
        </Detail>
        <Detail term={label('harm.raised')}>{formatMoment(raisedAt)}</Detail>
        <Detail term={label('state')}>{labelOf(`harm.state.${state}`)}</Detail>
        {contest && <Detail term={label('harm.contested')}>{`${formatMoment(contest.at)}: ${contest.text}`}</Detail>}
        {decision && (
          <Detail term={label('harm.decided')}>
            {`${decision.by}, ${formatMoment(decision.at)}: ${decision.comment}`}
          </Detail>
        )}
      </dl>
      {children}
    </Card>
  )
}
