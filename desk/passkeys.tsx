/** Passkeys of whoever is signed in, and those of another operator. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '#contract/desk/passkeys.ts'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Field, Input } from '#web/design/field/field.tsx'
import { hasPasskeys } from '#web/device/passkey.ts'
import { call } from './api.ts'
import { Dialog } from './dialog.tsx'
import { formatMoment, label } from './labels.ts'
import { Loaded } from './loaded.tsx'
import { createPasskey } from './passkey.ts'
import styles from './people.module.css'
import { Table } from './table.tsx'
import { useChange } from './use-change.tsx'

type Open = { dialog: 'add' } | { dialog: 'rename' | 'remove'; passkey: Passkey }

export function Passkeys() {
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: () => call('GET /api/passkeys') })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const done = () => {
    close()
    void passkeys.refetch()
  }
  return (
    <>
      <div className={styles.top}>
        <h2>{label('passkeys')}</h2>
        {hasPasskeys() && (
          <Button icon="plus" onClick={() => setOpen({ dialog: 'add' })}>
            {label('passkeyAdd')}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{label(hasPasskeys() ? 'passkeysHint' : 'passkeyImpossible')}</p>
      <Loaded query={passkeys}>
        {(all) => (
          <PasskeyTable
            caption={label('passkeys')}
            passkeys={all}
            actionsOn={(passkey) => (
              <span className={styles.actions}>
                <Button size="s" onClick={() => setOpen({ dialog: 'rename', passkey })}>
                  {label('rename')}
                </Button>
                <Button size="s" onClick={() => setOpen({ dialog: 'remove', passkey })}>
                  {label('remove')}
                </Button>
              </span>
            )}
          />
        )}
      </Loaded>
      {open?.dialog === 'add' && <Add onDone={done} onClose={close} />}
      {open?.dialog === 'rename' && <Rename passkey={open.passkey} onDone={done} onClose={close} />}
      {open?.dialog === 'remove' && (
        <RemovePasskey
          passkey={open.passkey}
          remove={() => call('DELETE /api/passkeys/{id}', { params: { id: open.passkey.id } })}
          onDone={done}
          onClose={close}
        />
      )}
    </>
  )
}

type PasskeyTableProps = {
  caption: string
  passkeys: Passkey[]
  actionsOn: (passkey: Passkey) => React.ReactNode
}

export function PasskeyTable({ caption, passkeys, actionsOn }: PasskeyTableProps) {
  if (passkeys.length === 0)
    return (
      <Empty icon="lock" title={label('noPasskeys')}>
        {label('noPasskeysHint')}
      </Empty>
    )
  return (
    <Table
      caption={caption}
      columns={[label('name'), label('since'), label('lastUsed'), label('actions')]}
      rows={passkeys.map((passkey) => ({
        key: passkey.id,
        cells: [
          <bdi key="name">{passkey.name}</bdi>,
          formatMoment(passkey.createdAt),
          passkey.lastUsedAt ? formatMoment(passkey.lastUsedAt) : label('notUsed'),
          actionsOn(passkey),
        ],
      }))}
    />
  )
}

type Finish = { onDone: () => void; onClose: () => void }

function Add({ onDone, onClose }: Finish) {
  const [name, setName] = useState('')
  const { isBusy, error, change, codeField } = useChange()
  const submit = async () => {
    const added = await change(async () => {
      const attestation = await createPasskey(await call('POST /api/passkeys/options'))
      return call('POST /api/passkeys', { body: { name, attestation } })
    })
    if (added) onDone()
  }
  return (
    <Dialog
      title={label('passkeyAdd')}
      hint={label('passkeyAddHint')}
      action={label('passkeyCreate')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <PasskeyName value={name} onChange={setName} />
      {codeField}
    </Dialog>
  )
}

function Rename({ passkey: { id, name: before }, onDone, onClose }: { passkey: Passkey } & Finish) {
  const [name, setName] = useState(before)
  const { isBusy, error, change, codeField } = useChange()
  const submit = async () => {
    if (await change(() => call('PUT /api/passkeys/{id}', { params: { id }, body: { name } }))) onDone()
  }
  return (
    <Dialog
      title={label('passkeyRename')}
      action={label('save')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <PasskeyName value={name} onChange={setName} />
      {codeField}
    </Dialog>
  )
}

type RemoveProps = { passkey: Passkey; remove: () => Promise<unknown> } & Finish

export function RemovePasskey({ passkey: { name }, remove, onDone, onClose }: RemoveProps) {
  const { isBusy, error, change, codeField } = useChange()
  const submit = async () => {
    if (await change(() => remove())) onDone()
  }
  return (
    <Dialog
      title={label('passkeyRemove', { name })}
      hint={label('passkeyRemoveHint')}
      action={label('remove')}
      isDangerous
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {codeField}
    </Dialog>
  )
}

function PasskeyName({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <Field
      label={label('name')}
      hint={label('passkeyNameHint')}
      render={(control) => (
        <Input
          {...control}
          autoComplete="off"
          maxLength={64}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    />
  )
}
