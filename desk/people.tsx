/** Operators: who they are, what they may do, and changing it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '#contract/desk/passkeys.ts'
import type { Person, Role } from '#contract/desk/people.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Badge, type BadgeTone } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Checkbox, Field, Input } from '#web/design/field/field.tsx'
import { call } from './api.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { formatMoment, label, labelOf } from './labels.ts'
import { Loaded } from './loaded.tsx'
import { PasskeyTable, RemovePasskey } from './passkeys.tsx'
import styles from './people.module.css'
import { PageTop } from './page-top.tsx'
import type { PageProps } from './pages.ts'
import { SessionTable } from './sessions.tsx'
import { Table } from './table.tsx'
import { useCall } from './use-call.ts'
import { useChange } from './use-change.tsx'

const tones: Record<Person['state'], BadgeTone> = { invited: 'warning', active: 'success', ended: 'neutral' }

type Invitation = { name: string; link: string; expiresAt: string }
type Open =
  | { dialog: 'invite' }
  | { dialog: 'sessions' | 'passkeys' | 'roles' | 'again' | 'end'; person: Person }
  | { dialog: 'link'; invitation: Invitation }

const actionLabels = {
  sessions: 'personSessions',
  passkeys: 'personPasskeys',
  roles: 'changeRoles',
  again: 'inviteAgain',
  end: 'endAccess',
} as const

export function People({ operator }: PageProps) {
  const people = useQuery({ queryKey: ['people'], queryFn: () => call('GET /api/people') })
  const roles = useQuery({ queryKey: ['roles'], queryFn: () => call('GET /api/roles') })
  const [open, setOpen] = useState<Open | null>(null)
  const mayChange = includesScope(operator.scopes, 'operators:decide')
  const titleOf = (role: string) => roles.data?.find((each) => each.role === role)?.title ?? role
  const done = (invitation?: Invitation) => {
    setOpen(invitation ? { dialog: 'link', invitation } : null)
    void people.refetch()
  }
  const close = () => setOpen(null)
  const actionsOn = (person: Person) => {
    if (person.state === 'ended') return null
    const changes = mayChange && person.name !== operator.name ? (['roles', 'again', 'end'] as const) : []
    return (
      <span className={styles.actions}>
        {(['sessions', 'passkeys', ...changes] as const).map((dialog) => (
          <Button key={dialog} size="s" onClick={() => setOpen({ dialog, person })}>
            {label(actionLabels[dialog])}
          </Button>
        ))}
      </span>
    )
  }
  return (
    <>
      <PageTop title={label('people')}>
        {mayChange && (
          <Button tone="primary" icon="plus" onClick={() => setOpen({ dialog: 'invite' })}>
            {label('invite')}
          </Button>
        )}
      </PageTop>
      <Loaded query={people}>
        {(all) => (
          <Table
            caption={label('people')}
            columns={[label('name'), label('roles'), label('state'), label('lastActive'), label('actions')]}
            rows={all.map((person) => ({
              key: person.name,
              cells: [
                person.name,
                person.roles.map(titleOf).join(', '),
                <Badge key="state" tone={tones[person.state]}>
                  {labelOf(`state.${person.state}`)}
                </Badge>,
                person.activeAt ? formatMoment(person.activeAt) : label('never'),
                actionsOn(person),
              ],
            }))}
          />
        )}
      </Loaded>
      {open?.dialog === 'invite' && <Invite roles={roles.data ?? []} onDone={done} onClose={close} />}
      {open?.dialog === 'sessions' && (
        <PersonSessions
          name={open.person.name}
          mayEnd={includesScope(operator.scopes, 'operators:do')}
          onClose={close}
        />
      )}
      {open?.dialog === 'passkeys' && (
        <PersonPasskeys
          name={open.person.name}
          mayRemove={mayChange && open.person.name !== operator.name}
          onClose={close}
        />
      )}
      {open?.dialog === 'roles' && (
        <ChangeRoles person={open.person} roles={roles.data ?? []} onDone={done} onClose={close} />
      )}
      {open?.dialog === 'again' && <InviteAgain person={open.person} onDone={done} onClose={close} />}
      {open?.dialog === 'end' && <EndAccess person={open.person} onDone={done} onClose={close} />}
      {open?.dialog === 'link' && (
        <CopyDialog
          title={label('inviteLink', { name: open.invitation.name })}
          hint={label('inviteLinkHint', {
            name: open.invitation.name,
            moment: formatMoment(open.invitation.expiresAt),
          })}
          text={open.invitation.link}
          onClose={close}
        />
      )}
    </>
  )
}

function PersonSessions({ name, mayEnd, onClose }: { name: string; mayEnd: boolean; onClose: () => void }) {
  const sessions = useQuery({
    queryKey: ['sessions', name],
    queryFn: () => call('GET /api/people/{name}/sessions', { params: { name } }),
  })
  const { isBusy, error, run } = useCall()
  const end = async (sessionId: string) => {
    await run(() => call('DELETE /api/people/{name}/sessions/{sessionId}', { params: { name, sessionId } }))
    await sessions.refetch()
  }
  const title = label('sessionsOf', { name })
  return (
    <Dialog title={title} error={error} onClose={onClose}>
      <Loaded query={sessions}>
        {(all) =>
          all.length === 0 ? (
            <p>{label('noSessions')}</p>
          ) : (
            <SessionTable
              caption={title}
              sessions={all}
              isBusy={isBusy}
              onEnd={mayEnd ? (id) => void end(id) : undefined}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}

type PersonPasskeysProps = { name: string; mayRemove: boolean; onClose: () => void }

function PersonPasskeys({ name, mayRemove, onClose }: PersonPasskeysProps) {
  const passkeys = useQuery({
    queryKey: ['passkeys', name],
    queryFn: () => call('GET /api/people/{name}/passkeys', { params: { name } }),
  })
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const title = label('passkeysOf', { name })
  if (removing)
    return (
      <RemovePasskey
        passkey={removing}
        remove={() =>
          call('DELETE /api/people/{name}/passkeys/{passkeyId}', { params: { name, passkeyId: removing.id } })
        }
        onDone={() => {
          setRemoving(null)
          void passkeys.refetch()
        }}
        onClose={() => setRemoving(null)}
      />
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded query={passkeys}>
        {(all) => (
          <PasskeyTable
            caption={title}
            passkeys={all}
            actionsOn={(passkey) =>
              mayRemove && (
                <Button size="s" onClick={() => setRemoving(passkey)}>
                  {label('remove')}
                </Button>
              )
            }
          />
        )}
      </Loaded>
    </Dialog>
  )
}

type Finish = { onDone: (invitation?: Invitation) => void; onClose: () => void }

function Invite({ roles, onDone, onClose }: { roles: Role[] } & Finish) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const { isBusy, error, change, codeField } = useChange()
  const submit = async () => {
    const invited = await change(() => call('POST /api/people', { body: { name, roles: chosen } }))
    if (invited) onDone({ name, ...invited })
  }
  return (
    <Dialog
      title={label('invite')}
      action={label('inviteSend')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field
        label={label('name')}
        render={(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={40}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      />
      <RoleChoice roles={roles} chosen={chosen} onChange={setChosen} />
      {codeField}
    </Dialog>
  )
}

function ChangeRoles({ person, roles, onDone, onClose }: { person: Person; roles: Role[] } & Finish) {
  const [chosen, setChosen] = useState(person.roles)
  const { isBusy, error, change, codeField } = useChange()
  const { name } = person
  const submit = async () => {
    const changed = await change(() =>
      call('PUT /api/people/{name}/roles', { params: { name }, body: { roles: chosen } }),
    )
    if (changed) onDone()
  }
  return (
    <Dialog
      title={label('changeRolesOf', { name })}
      action={label('save')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <RoleChoice roles={roles} chosen={chosen} onChange={setChosen} />
      {codeField}
    </Dialog>
  )
}

function InviteAgain({ person: { name }, onDone, onClose }: { person: Person } & Finish) {
  const { isBusy, error, change, codeField } = useChange()
  const submit = async () => {
    const invited = await change(() => call('POST /api/people/{name}/invitation', { params: { name } }))
    if (invited) onDone({ name, ...invited })
  }
  return (
    <Dialog
      title={label('inviteAgain')}
      hint={label('inviteAgainHint', { name })}
      action={label('inviteSend')}
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

function EndAccess({ person: { name }, onDone, onClose }: { person: Person } & Finish) {
  const { isBusy, error, change, codeField } = useChange()
  const submit = async () => {
    const ended = await change(() => call('DELETE /api/people/{name}', { params: { name } }))
    if (ended) onDone()
  }
  return (
    <Dialog
      title={label('endAccess')}
      hint={label('endAccessHint', { name })}
      action={label('endAccess')}
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

type RoleChoiceProps = { roles: Role[]; chosen: string[]; onChange: (roles: string[]) => void }
function RoleChoice({ roles, chosen, onChange }: RoleChoiceProps) {
  return (
    <fieldset className={styles.roles}>
      <legend>{label('roles')}</legend>
      {roles.map(({ role, title }) => (
        <Checkbox
          key={role}
          checked={chosen.includes(role)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, role] : chosen.filter((each) => each !== role))
          }
        >
          {title}
        </Checkbox>
      ))}
    </fieldset>
  )
}
