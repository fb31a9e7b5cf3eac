import { useQuery } from '@tanstack/react-query'
import type { DeskSession } from '#contract/desk/session.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { call } from './api.ts'
import { formatMoment, label } from './labels.ts'
import { Loaded } from './loaded.tsx'
import { Passkeys } from './passkeys.tsx'
import { Table } from './table.tsx'
import { useCall } from './use-call.ts'

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
      <Passkeys />
    </>
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
      columns={[label('device'), label('address'), label('since'), label('lastActive'), label('actions')]}
      rows={sessions.map(({ id, device, address, createdAt, activeAt, isThisOne }) => ({
        key: id,
        cells: [
          device,
          address,
          formatMoment(createdAt),
          formatMoment(activeAt),
          isThisOne ? (
            <Badge key="this" tone="info">
              {label('thisSession')}
            </Badge>
          ) : (
            onEnd && (
              <Button key="end" size="s" disabled={isBusy} onClick={() => onEnd(id)}>
                {label('endSession')}
              </Button>
            )
          ),
        ],
      }))}
    />
  )
}
