/** Notes and tags of operators about a player. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Note } from '#contract/desk/notes.ts'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Input, Textarea } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import { DecideDialog } from '../decide-dialog.tsx'
import { formatMoment, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { useCall } from '../use-call.ts'
import styles from './notes.module.css'

export function Notes({ playerId, mayWrite }: { playerId: string; mayWrite: boolean }) {
  const found = useQuery({
    queryKey: ['notes', playerId],
    queryFn: () => call('GET /api/players/{playerId}/notes', { params: { playerId } }),
    refetchOnWindowFocus: false,
  })
  const refetch = () => void found.refetch()
  const [withdrawing, setWithdrawing] = useState<Note | null>(null)
  return (
    <Card title={label('players.notes')}>
      <Loaded query={found}>
        {({ notes, tags, known }) => (
          <div className={styles.parts}>
            <Tags playerId={playerId} tags={tags} known={known} mayWrite={mayWrite} onChange={refetch} />
            {mayWrite && <Write playerId={playerId} onWritten={refetch} />}
            <ul className={styles.notes}>
              {notes.map((note) => (
                <li key={note.id}>
                  <p className={note.withdrawn ? styles.withdrawn : undefined}>{note.text}</p>
                  <p className={styles.soft}>
                    {note.author}, {formatMoment(note.at)}
                    {note.withdrawn &&
                      ` · ${label('players.noteWithdrawn', { by: note.withdrawn.by, reason: note.withdrawn.reason })}`}
                  </p>
                  {mayWrite && !note.withdrawn && (
                    <Button size="s" onClick={() => setWithdrawing(note)}>
                      {label('players.withdrawNote')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Loaded>
      {withdrawing && (
        <DecideDialog
          title={label('players.withdrawNote')}
          hint={withdrawing.text}
          action={label('players.withdrawNote')}
          decide={(reason) =>
            call('POST /api/players/{playerId}/notes/{noteId}/withdrawal', {
              params: { playerId, noteId: withdrawing.id },
              body: { reason },
            })
          }
          onDone={() => {
            setWithdrawing(null)
            refetch()
          }}
          onClose={() => setWithdrawing(null)}
        />
      )}
    </Card>
  )
}

type TagsProps = { playerId: string; tags: string[]; known: string[]; mayWrite: boolean; onChange: () => void }

function Tags({ playerId, tags, known, mayWrite, onChange }: TagsProps) {
  const [tag, setTag] = useState('')
  const listId = useId()
  const { isBusy, error, run } = useCall()
  const add = async () => {
    const params = { playerId, tag: tag.trim() }
    if (await run(() => call('PUT /api/players/{playerId}/tags/{tag}', { params }))) setTag('')
    onChange()
  }
  const remove = async (each: string) => {
    await run(() => call('DELETE /api/players/{playerId}/tags/{tag}', { params: { playerId, tag: each } }))
    onChange()
  }
  return (
    <div className={styles.tags}>
      {tags.map((each) =>
        mayWrite ? (
          <Button
            key={each}
            size="s"
            icon="close"
            disabled={isBusy}
            aria-label={label('players.removeTag', { tag: each })}
            onClick={() => void remove(each)}
          >
            {each}
          </Button>
        ) : (
          <span key={each}>{each}</span>
        ),
      )}
      {mayWrite && (
        <form
          className={styles.tags}
          onSubmit={(event) => {
            event.preventDefault()
            void add()
          }}
        >
          <Input
            aria-label={label('players.tag')}
            placeholder={label('players.tag')}
            list={listId}
            required
            pattern="[a-z0-9\-]{1,32}"
            title={label('players.tagHint')}
            autoComplete="off"
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          />
          <datalist id={listId}>
            {['test', ...known].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
          <Button size="s" type="submit" icon="plus" isBusy={isBusy}>
            {label('players.addTag')}
          </Button>
        </form>
      )}
      <p className={styles.error} role="alert">
        {error}
      </p>
    </div>
  )
}

function Write({ playerId, onWritten }: { playerId: string; onWritten: () => void }) {
  // The same until the server has confirmed it: sent twice, it is written once.
  const [id, setId] = useState(() => crypto.randomUUID())
  const [text, setText] = useState('')
  const { isBusy, error, run } = useCall()
  const write = async () => {
    const params = { playerId }
    if (!(await run(() => call('POST /api/players/{playerId}/notes', { params, body: { id, text } })))) return
    setId(crypto.randomUUID())
    setText('')
    onWritten()
  }
  return (
    <form
      className={styles.parts}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void write()
      }}
    >
      <Textarea
        aria-label={label('players.note')}
        placeholder={label('players.note')}
        rows={2}
        required
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
      <p>
        <Button size="s" type="submit" isBusy={isBusy}>
          {label('players.writeNote')}
        </Button>
      </p>
    </form>
  )
}
