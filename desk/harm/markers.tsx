/** Markers of harm that wait for a decision. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskMarker } from '#contract/desk/harm.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { Cases } from '../cases.tsx'
import { DecideDialog } from '../decide-dialog.tsx'
import { NextPage, useFilters } from '../filters.tsx'
import { formatMoment, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'

type Choice = { marker: DeskMarker; decision: 'upheld' | 'dismissed' }

export function Markers({ operator }: PageProps) {
  const query = useFilters()
  const markers = useQuery({
    queryKey: ['markers', query],
    queryFn: () => call('GET /api/markers', { query }),
    refetchInterval: 10_000,
  })
  const mayDecide = includesScope(operator.scopes, 'protection:decide')
  const [choice, setChoice] = useState<Choice | null>(null)
  const choose = (decision: Choice['decision']) => (marker: DeskMarker) => setChoice({ marker, decision })
  const close = () => {
    setChoice(null)
    void markers.refetch()
  }
  return (
    <>
      <h1>{label('harm.markers')}</h1>
      <p>{label('harm.markersHint')}</p>
      <Loaded query={markers}>
        {({ markers: shown, next }) =>
          shown.length === 0 ? (
            <Empty icon="check" title={label('harm.noMarkers')}>
              {label('harm.noMarkersHint')}
            </Empty>
          ) : (
            <>
              <p className={styles.keys}>{label('harm.markerKeys')}</p>
              <Cases
                title={label('harm.markers')}
                cases={shown}
                keyOf={({ id }) => id}
                keys={mayDecide ? { h: choose('upheld'), d: choose('dismissed') } : {}}
              >
                {(marker) => <Marker marker={marker} choose={mayDecide ? choose : null} />}
              </Cases>
              <NextPage next={next} />
            </>
          )
        }
      </Loaded>
      {choice && (
        <DecideDialog
          title={label(choice.decision === 'upheld' ? 'harm.uphold' : 'harm.dismiss')}
          hint={label(choice.decision === 'upheld' ? 'harm.upholdHint' : 'harm.dismissHint')}
          action={label(choice.decision === 'upheld' ? 'harm.uphold' : 'harm.dismiss')}
          isDangerous={choice.decision === 'dismissed'}
          decide={(reason) =>
            call('POST /api/markers/{markerId}/decision', {
              params: { markerId: choice.marker.id },
              body: { decision: choice.decision, reason, seen: choice.marker.state },
            })
          }
          onDone={close}
          onClose={close}
        />
      )}
    </>
  )
}

type MarkerProps = {
  marker: DeskMarker
  choose: ((decision: Choice['decision']) => (marker: DeskMarker) => void) | null
}

export function Marker({ marker, choose }: MarkerProps) {
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
            {playerId}
          </a>
        </Detail>
        <Detail term={label('harm.counted')}>{label('harm.countedOf', { counted, threshold, days })}</Detail>
        <Detail term={label('harm.raised')}>{formatMoment(raisedAt)}</Detail>
        <Detail term={label('state')}>{labelOf(`harm.state.${state}`)}</Detail>
        {contest && <Detail term={label('harm.contested')}>{`${formatMoment(contest.at)}: ${contest.text}`}</Detail>}
        {decision && (
          <Detail term={label('harm.decided')}>
            {`${decision.by}, ${formatMoment(decision.at)}: ${decision.comment}`}
          </Detail>
        )}
      </dl>
      {choose && (
        <p className={styles.buttons}>
          {state === 'open' && <Button onClick={() => choose('upheld')(marker)}>{label('harm.uphold')}</Button>}
          <Button onClick={() => choose('dismissed')(marker)}>{label('harm.dismiss')}</Button>
        </p>
      )}
    </Card>
  )
}
