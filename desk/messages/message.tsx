/** A message of the contact form, and the reply to it. Afterwards the next message is shown. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactMessage } from '#contract/desk/contact-messages.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { AnswerField } from '../answer-field.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { formatMoment, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'
import { usePlaceInQueue } from '../queue/use-place-in-queue.ts'
import { useCall } from '../use-call.ts'

export function MessagePage({ operator, params }: PageProps) {
  const messageId = params['messageId']!
  const message = useQuery({
    queryKey: ['contact-message', messageId],
    queryFn: () => call('GET /api/contact-messages/{messageId}', { params: { messageId } }),
    staleTime: 60_000,
  })
  const { place, claim, next, back } = usePlaceInQueue('messages', 'message', messageId, '/messages')
  return (
    <>
      <div className={styles.top}>
        <h1>{label('messages.message')}</h1>
        <span>{place && label('queue.place', place)}</span>
        <Button size="s" icon="arrow-left" onClick={back}>
          {label('messages.back')}
        </Button>
        <Button size="s" icon="arrow-right" onClick={next}>
          {label('messages.next')}
        </Button>
      </div>
      <p role="status">{claim && !claim.isOwn && label('queue.claimed', { name: claim.operator })}</p>
      <Loaded query={message}>
        {(shown) => (
          <>
            <Card title={shown.email} aside={formatMoment(shown.createdAt)}>
              <p className={styles.text} dir="auto">
                {shown.message}
              </p>
              <p className={styles.keys}>
                {shown.playerId ? (
                  <a href={`/players/${shown.playerId}`} onClick={follow}>
                    {label('messages.ofPlayer')}
                  </a>
                ) : (
                  label('messages.ofGuest')
                )}
                {` · ${shown.locale}`}
              </p>
            </Card>
            {shown.answer ? (
              <Card
                title={label('messages.answerOf', { name: shown.answer.operator })}
                aside={formatMoment(shown.answer.at)}
              >
                <p className={styles.text} dir="auto">
                  {shown.answer.text}
                </p>
              </Card>
            ) : (
              includesScope(operator.scopes, 'support:do') && (
                <Answer message={shown} onAnswered={next} onChanged={() => void message.refetch()} />
              )
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

type AnswerProps = { message: ContactMessage; onAnswered: () => void; onChanged: () => void }

function Answer({ message: { id: messageId }, onAnswered, onChanged }: AnswerProps) {
  const [answer, setAnswer] = useState('')
  const queries = useQueryClient()
  const { isBusy, error, runOnce } = useCall()
  const send = async () => {
    const sent = await runOnce(() =>
      call('POST /api/contact-messages/{messageId}/answer', { params: { messageId }, body: { answer } }),
    )
    await queries.invalidateQueries({ queryKey: ['contact-messages'] })
    void queries.invalidateQueries({ queryKey: ['queue', 'messages'] })
    if (sent) {
      queries.setQueryData(['contact-message', messageId], sent)
      onAnswered()
    } else onChanged()
  }
  return (
    <form
      className={styles.decision}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <AnswerField
        label={label('messages.answer')}
        hint={label('messages.answerHint')}
        maxLength={4000}
        value={answer}
        onChange={setAnswer}
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
      <p className={styles.buttons}>
        <Button type="submit" tone="primary" icon="mail" isBusy={isBusy}>
          {label('messages.send')}
        </Button>
      </p>
      <p className={styles.keys}>{label('messages.keys')}</p>
    </form>
  )
}
