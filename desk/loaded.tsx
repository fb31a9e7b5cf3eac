/** What a query brought; until then a spinner, and after a failure its reason with a retry. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed } from '#web/design/empty/empty.tsx'
import { Spinner } from '#web/design/spinner/spinner.tsx'
import { Refused } from './api.ts'
import { label } from './labels.ts'

type LoadedProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return <Spinner label={label('loading')} />
  return (
    <Failed title={label('notReachable')} retryLabel={label('retry')} onRetry={() => void query.refetch()}>
      {query.error instanceof Refused ? query.error.message : label('notReachableHint')}
    </Failed>
  )
}
