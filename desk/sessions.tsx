import { useQuery } from '@tanstack/react-query'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { call } from './api.ts'
import { formatMoment, label } from './labels.ts'
import { Loaded } from './loaded.tsx'
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
          <Table
            caption={label('sessions')}
            columns={[label('device'), label('address'), label('since'), label('lastActive'), label('actions')]}
            rows={all.map(({ id, device, address, createdAt, activeAt, isThisOne }) => ({
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
                  <Button key="end" size="s" disabled={isBusy} onClick={() => void end(id)}>
                    {label('endSession')}
                  </Button>
                ),
              ],
            }))}
          />
        )}
      </Loaded>
    </>
  )
}
