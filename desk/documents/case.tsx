/** A document beside what its player has stated, and the decision. Afterwards the next document is shown. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DocumentCase } from '#contract/desk/documents.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { Field, Textarea } from '#web/design/field/field.tsx'
import { call, callForFile } from '../api.ts'
import styles from '../case.module.css'
import { FileView } from '../file-view.tsx'
import { formatMoment, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'
import { usePlaceInQueue } from '../queue/use-place-in-queue.ts'
import { useCall } from '../use-call.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import { DocumentState } from './documents.tsx'

export function DocumentPage({ operator, params }: PageProps) {
  const documentId = params['documentId']!
  const found = useQuery({
    queryKey: ['document', documentId],
    queryFn: () => call('GET /api/documents/{documentId}', { params: { documentId } }),
    staleTime: 60_000,
  })
  const { place, claim, next, back } = usePlaceInQueue('documents', 'document', documentId, '/documents')
  return (
    <>
      <div className={styles.top}>
        <h1>{label('documents.one')}</h1>
        <span>{place && label('documents.place', place)}</span>
        <Button size="s" icon="arrow-left" onClick={back}>
          {label('documents.back')}
        </Button>
        <Button size="s" icon="arrow-right" onClick={next}>
          {label('documents.next')}
        </Button>
      </div>
      <p role="status">{claim && !claim.isOwn && label('queue.claimed', { name: claim.operator })}</p>
      <Loaded query={found}>
        {(shown) => (
          <div className={styles.case}>
            <FileView
              file={shown.document}
              load={() => callForFile('GET /api/documents/{documentId}/file', { params: { documentId } })}
            />
            <div className={styles.side}>
              <Decision
                shown={shown}
                mayDecide={includesScope(operator.scopes, 'players:decide')}
                onDecided={next}
                onChanged={() => void found.refetch()}
              />
              <Stated shown={shown} />
              <Others shown={shown} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

type DecisionProps = { shown: DocumentCase; mayDecide: boolean; onDecided: () => void; onChanged: () => void }

function Decision({ shown: { document }, mayDecide, onDecided, onChanged }: DecisionProps) {
  const [reason, setReason] = useState('')
  const field = useRef<HTMLDivElement>(null)
  const { isBusy, error, runOnce } = useCall()
  const queries = useQueryClient()
  const decide = async (decision: 'approved' | 'declined') => {
    if (isBusy || !mayDecide) return
    const decided = await runOnce(() =>
      call('POST /api/documents/{documentId}/decision', {
        params: { documentId: document.id },
        body: { decision, reason, seen: document.decidedAt },
      }),
    )
    await queries.invalidateQueries({ queryKey: ['documents'] })
    void queries.invalidateQueries({ queryKey: ['queue', 'documents'] })
    if (decided) {
      queries.removeQueries({ queryKey: ['document', document.id] })
      onDecided()
    } else onChanged()
  }
  useShortcuts({ a: () => void decide('approved'), d: () => field.current?.querySelector('textarea')?.focus() })
  return (
    <Card title={labelOf(`documents.type.${document.type}`)} aside={<DocumentState state={document.state} />}>
      {document.decidedAt && (
        <p>
          {label('documents.decided', {
            by: document.decidedBy ?? label('documents.somebody'),
            moment: formatMoment(document.decidedAt),
          })}
          {document.reason && ` ${document.reason}`}
        </p>
      )}
      {mayDecide ? (
        <form
          className={styles.decision}
          onSubmit={(event) => {
            event.preventDefault()
            void decide('declined')
          }}
        >
          <p className={styles.buttons}>
            <Button
              tone="primary"
              icon="check"
              isBusy={isBusy}
              disabled={document.state === 'approved'}
              onClick={() => void decide('approved')}
            >
              {label('documents.approve')}
            </Button>
          </p>
          <div ref={field}>
            <Field
              label={label('documents.reason')}
              hint={label('documents.reasonHint')}
              render={(control) => (
                <Textarea
                  {...control}
                  rows={2}
                  maxLength={500}
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && !event.shiftKey) {
                      event.preventDefault()
                      event.currentTarget.form!.requestSubmit()
                    }
                    if (event.key === 'Escape') event.currentTarget.blur()
                  }}
                />
              )}
            />
          </div>
          <p className={styles.buttons}>
            <Button type="submit" tone="danger" icon="close" isBusy={isBusy}>
              {label('documents.decline')}
            </Button>
          </p>
          <p className={styles.error} role="alert">
            {error}
          </p>
          <p className={styles.keys}>{label('documents.keys')}</p>
        </form>
      ) : (
        <p className={styles.keys}>{label('documents.mayNot')}</p>
      )}
    </Card>
  )
}

function Stated({ shown: { player } }: { shown: DocumentCase }) {
  const { birthdate, address, additionalAddress, postalCode, city, ...further } = player.details
  const facts: Array<[string, string | null | undefined]> = [
    ['name', [player.firstName, player.lastName].filter(Boolean).join(' ')],
    ['birthdate', birthdate],
    ['address', [address, additionalAddress, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')],
    ['country', player.country],
    ...Object.entries(further),
    ['email', player.email],
    ['phone', player.phone && `+${player.phone}`],
    ['verified', player.identityVerifiedAt && formatMoment(player.identityVerifiedAt)],
    ['registered', formatMoment(player.createdAt)],
    ['status', labelOf(`documents.status.${player.status}`)],
  ]
  return (
    <Card
      title={label('documents.stated')}
      aside={
        <a href={`/players/${player.id}`} onClick={follow}>
          {label('documents.toPlayer')}
        </a>
      }
    >
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <Detail key={term} term={labelOf(`documents.fact.${term}`)}>
            {value || label('documents.notStated')}
          </Detail>
        ))}
      </dl>
    </Card>
  )
}

function Others({ shown: { others } }: { shown: DocumentCase }) {
  if (others.length === 0) return null
  return (
    <Card title={label('documents.others')}>
      <ul className={styles.list}>
        {others.map((other) => (
          <li key={other.id}>
            <a href={`/documents/${other.id}`} onClick={follow}>
              {labelOf(`documents.type.${other.type}`)}
            </a>
            <span>{formatMoment(other.createdAt)}</span>
            <DocumentState state={other.state} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
