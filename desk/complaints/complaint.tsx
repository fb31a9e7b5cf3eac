/** A complaint: what the player writes, the answer, the final letter, and the evidence. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { complaintOutcomes } from '#contract/complaints.ts'
import type { DeskComplaint } from '#contract/desk/complaints.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { Field, Select } from '#web/design/field/field.tsx'
import { AnswerField } from '../answer-field.tsx'
import { call, callForFile } from '../api.ts'
import styles from '../case.module.css'
import { formatMoment, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'
import { usePlaceInQueue } from '../queue/use-place-in-queue.ts'
import { save } from '../save-file.ts'
import { useCall } from '../use-call.ts'
import { clockText } from './clock-text.ts'

export function ComplaintPage({ operator, params }: PageProps) {
  const complaintId = params['complaintId']!
  const complaint = useQuery({
    queryKey: ['complaint', complaintId],
    queryFn: () => call('GET /api/complaints/{complaintId}', { params: { complaintId } }),
    staleTime: 60_000,
  })
  const { place, claim, next, back } = usePlaceInQueue('complaints', 'complaint', complaintId, '/complaints')
  const may = (level: 'do' | 'decide') => includesScope(operator.scopes, `complaints:${level}`)
  return (
    <Loaded query={complaint}>
      {(shown) => (
        <>
          <div className={styles.top}>
            <h1>{label('complaints.title', { number: String(shown.number) })}</h1>
            <Badge tone={shown.status === 'open' || shown.status === 'disputed' ? 'warning' : 'neutral'}>
              {labelOf(`complaints.status.${shown.status}`)}
            </Badge>
            <span>{place && label('queue.place', place)}</span>
            <Button size="s" icon="arrow-left" onClick={back}>
              {label('complaints.back')}
            </Button>
            <Button size="s" icon="arrow-right" onClick={next}>
              {label('complaints.next')}
            </Button>
          </div>
          <p role="status">{claim && !claim.isOwn && label('queue.claimed', { name: claim.operator })}</p>
          <div className={styles.case}>
            <div className={styles.side}>
              <Letters complaint={shown} />
              {may('do') && shown.status === 'open' && (
                <Decision key="answer" act="answer" complaint={shown} onChanged={() => void complaint.refetch()} />
              )}
              {may('decide') && ['open', 'answered', 'disputed'].includes(shown.status) && (
                <Decision key="final" act="final" complaint={shown} onChanged={() => void complaint.refetch()} />
              )}
            </div>
            <div className={styles.side}>
              <Facts complaint={shown} />
              {may('decide') && <Evidence complaint={shown} />}
            </div>
          </div>
          <p className={styles.keys}>{label('complaints.keys')}</p>
        </>
      )}
    </Loaded>
  )
}

function Letters({ complaint: { text, filedAt, answer, answeredBy, dispute, final, finalBy } }: Shown) {
  const outcome = (value: string) => labelOf(`complaints.outcome.${value}`)
  return (
    <>
      <Letter title={label('complaints.text')} at={filedAt} text={text} />
      {answer && (
        <Letter
          title={label('complaints.answerOf', { name: answeredBy!, outcome: outcome(answer.outcome) })}
          at={answer.at}
          text={answer.text}
        />
      )}
      {dispute && <Letter title={label('complaints.disputeOf')} at={dispute.at} text={dispute.text} />}
      {final && (
        <Letter
          title={label('complaints.finalOf', { name: finalBy!, outcome: outcome(final.outcome) })}
          at={final.at}
          text={final.text}
          note={final.body && label('complaints.finalBody', { body: final.body })}
        />
      )}
    </>
  )
}

type LetterProps = { title: string; at: string; text: string; note?: string | null }
function Letter({ title, at, text, note }: LetterProps) {
  return (
    <Card title={title} aside={formatMoment(at)}>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {note && <p className={styles.keys}>{note}</p>}
    </Card>
  )
}

type Shown = { complaint: DeskComplaint }

function Facts({ complaint: { playerId, category, about, filedAt, dueAt, locale, related, status } }: Shown) {
  const isRunning = status === 'open' || status === 'disputed'
  return (
    <Card title={labelOf(`complaints.category.${category}`)}>
      <dl className={styles.facts}>
        <Detail term={label('complaints.player')}>
          <a href={`/players/${playerId}`} onClick={follow}>
            {playerId.slice(0, 8)}
          </a>
        </Detail>
        {about && (
          <Detail term={label('complaints.about')}>
            <AboutLink {...about} />
          </Detail>
        )}
        <Detail term={label('complaints.filed')}>{formatMoment(filedAt)}</Detail>
        <Detail term={label('complaints.due')}>
          {formatMoment(dueAt)} {isRunning && `(${clockText(dueAt)})`}
        </Detail>
        <Detail term={label('complaints.locale')}>{locale}</Detail>
      </dl>
      {related.length > 0 && (
        <>
          <h3>{label('complaints.related')}</h3>
          <ul className={styles.list}>
            {related.map(({ id, number, status: state }) => (
              <li key={id}>
                <a href={`/complaints/${id}`} onClick={follow}>
                  {label('complaints.title', { number: String(number) })}
                </a>
                {labelOf(`complaints.status.${state}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/** The search finds payments and entries by what a player copies from a page. */
function AboutLink({ kind, id }: NonNullable<DeskComplaint['about']>) {
  const path = kind === 'round' ? `/rounds/${id}` : kind === 'bet' ? `/bets/${id}` : null
  return path ? (
    <a href={path} onClick={follow}>
      {id}
    </a>
  ) : (
    <code>{id}</code>
  )
}

function Evidence({ complaint: { id, number } }: Shown) {
  const { isBusy, error, run } = useCall()
  const download = async () => {
    const bytes = await run(() =>
      callForFile('GET /api/complaints/{complaintId}/evidence', { params: { complaintId: id } }),
    )
    if (bytes) save({ name: `complaint-${number}.ndjson` }, bytes)
  }
  return (
    <Card title={label('complaints.evidence')}>
      <p>{label('complaints.evidenceHint')}</p>
      <p className={styles.error} role="alert">
        {error}
      </p>
      <p className={styles.buttons}>
        <Button icon="download" isBusy={isBusy} onClick={() => void download()}>
          {label('complaints.download')}
        </Button>
      </p>
    </Card>
  )
}

type Outcome = (typeof complaintOutcomes)[number]
type DecisionProps = Shown & { act: 'answer' | 'final'; onChanged: () => void }

function Decision({ act, complaint: { id, disputeBody }, onChanged }: DecisionProps) {
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Outcome | ''>('')
  const queries = useQueryClient()
  const { isBusy, error, runOnce } = useCall()
  const isFinal = act === 'final'
  const send = async () => {
    if (outcome === '') return
    const body = { text, outcome }
    const params = { complaintId: id }
    const sent = await runOnce(() => call(`POST /api/complaints/{complaintId}/${act}`, { params, body }))
    void queries.invalidateQueries({ queryKey: ['complaints'] })
    void queries.invalidateQueries({ queryKey: ['queue', 'complaints'] })
    if (sent) queries.setQueryData(['complaint', id], sent)
    else onChanged()
  }
  return (
    <Card title={label(isFinal ? 'complaints.final' : 'complaints.answer')}>
      <form
        className={styles.decision}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field
          label={label('complaints.outcome')}
          render={(control) => (
            <Select
              {...control}
              required
              value={outcome}
              onChange={(event) => setOutcome(event.target.value as Outcome)}
            >
              <option value="">{label('complaints.chooseOutcome')}</option>
              {complaintOutcomes.map((each) => (
                <option key={each} value={each}>
                  {labelOf(`complaints.outcome.${each}`)}
                </option>
              ))}
            </Select>
          )}
        />
        <AnswerField
          label={label(isFinal ? 'complaints.final' : 'complaints.answer')}
          hint={label(isFinal ? 'complaints.finalHint' : 'complaints.answerHint')}
          maxLength={5000}
          shortcut={isFinal ? 'f' : 'r'}
          value={text}
          onChange={setText}
        />
        {isFinal && (
          <p className={styles.keys}>
            {disputeBody ? label('complaints.willName', { body: disputeBody }) : label('complaints.noBody')}
          </p>
        )}
        <p className={styles.error} role="alert">
          {error}
        </p>
        <p className={styles.buttons}>
          <Button type="submit" tone={isFinal ? 'danger' : 'primary'} icon="mail" isBusy={isBusy}>
            {label(isFinal ? 'complaints.sendFinal' : 'complaints.sendAnswer')}
          </Button>
        </p>
      </form>
    </Card>
  )
}
