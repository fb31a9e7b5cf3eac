import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DeskSession, longestTokenDays } from '#contract/desk/session.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Field, Input } from '#web/design/field/field.tsx'
import { call } from './api.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { formatMoment, label } from './labels.ts'
import { Loaded } from './loaded.tsx'
import { Passkeys } from './passkeys.tsx'
import styles from './people.module.css'
import { Table } from './table.tsx'
import { useCall } from './use-call.ts'
import { useChange } from './use-change.tsx'

/** Sessions of a browser, and tokens for programs, of whoever is signed in. */
export function Sessions() {
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => call('GET /api/sessions') })
  const { isBusy, error, run } = useCall()
  const end = async (id: string) => {
    await run(() => call('DELETE /api/sessions/{id}', { params: { id } }))
    await sessions.refetch()
  }
  return (
    <>
      <h1>{label('sessions')}</h1>
      <p role="alert">{error}</p>
      <Loaded query={sessions}>
        {(all) => (
          <SessionTable caption={label('sessions')} sessions={all} isBusy={isBusy} onEnd={(id) => void end(id)} />
        )}
      </Loaded>
      <Tokens onCreated={() => void sessions.refetch()} />
      <Passkeys />
    </>
  )
}

function Tokens({ onCreated }: { onCreated: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [token, setToken] = useState<string | null>(null)
  const close = () => {
    setOpen(false)
    setToken(null)
  }
  const created = (text: string) => {
    setToken(text)
    onCreated()
  }
  return (
    <>
      <div className={styles.top}>
        <h2>{label('tokens')}</h2>
        <Button icon="plus" onClick={() => setOpen(true)}>
          {label('tokenCreate')}
        </Button>
      </div>
      <p className={styles.hint}>{label('tokensHint')}</p>
      {isOpen && token === null && <CreateToken onCreated={created} onClose={() => setOpen(false)} />}
      {token !== null && (
        <CopyDialog title={label('tokenCreated')} hint={label('tokenCreatedHint')} text={token} onClose={close} />
      )}
    </>
  )
}

function CreateToken({ onCreated, onClose }: { onCreated: (token: string) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [days, setDays] = useState('90')
  const { isBusy, error, change, codeField } = useChange()
  const submit = async () => {
    const created = await change(() => call('POST /api/tokens', { body: { name, days: Number(days) } }))
    if (created) onCreated(created.token)
  }
  return (
    <Dialog
      title={label('tokenCreate')}
      action={label('tokenCreate')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field
        label={label('name')}
        hint={label('tokenNameHint')}
        render={(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={60}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      />
      <Field
        label={label('tokenDays')}
        render={(control) => (
          <Input
            {...control}
            type="number"
            min={1}
            max={longestTokenDays}
            required
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
      />
      {codeField}
    </Dialog>
  )
}

type SessionTableProps = {
  caption: string
  sessions: DeskSession[]
  isBusy: boolean
  /** Without it, sessions are only shown. */
  onEnd?: ((id: string) => void) | undefined
}

export function SessionTable({ caption, sessions, isBusy, onEnd }: SessionTableProps) {
  return (
    <Table
      caption={caption}
      columns={[
        label('device'),
        label('address'),
        label('since'),
        label('lastActive'),
        label('ends'),
        label('actions'),
      ]}
      rows={sessions.map(({ id, token, device, address, createdAt, activeAt, expiresAt, isThisOne }) => ({
        key: id,
        cells: [
          token === null ? device : label('tokenOf', { name: token }),
          address,
          formatMoment(createdAt),
          formatMoment(activeAt),
          formatMoment(expiresAt),
          isThisOne ? (
            <Badge key="this" tone="info">
              {label('thisSession')}
            </Badge>
          ) : (
            onEnd && (
              <Button key="end" size="s" disabled={isBusy} onClick={() => onEnd(id)}>
                {label(token === null ? 'endSession' : 'tokenRevoke')}
              </Button>
            )
          ),
        ],
      }))}
    />
  )
}
