/** Decides what is shown: the invitation, the sign-in, or the desk of whoever is signed in. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Failed } from '#web/design/empty/empty.tsx'
import { Spinner } from '#web/design/spinner/spinner.tsx'
import { call, Refused, setForgeryToken } from './api.ts'
import { Enrol } from './enrol.tsx'
import { label } from './labels.ts'
import { usePlace } from './place.ts'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'

export function Desk() {
  const { pathname } = usePlace()
  const queries = useQueryClient()
  const isEnrolment = pathname === '/enrol'
  const {
    data: operator,
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey: ['operator'],
    queryFn: () => call('GET /api/session'),
    enabled: !isEnrolment,
    // Notices within a minute that the session has ended.
    refetchInterval: 60_000,
  })
  const enter = (signedIn: NonNullable<typeof operator>) => {
    // Nothing that was loaded for somebody else stays.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'operator' })
    queries.setQueryData(['operator'], signedIn)
  }
  setForgeryToken(operator?.forgeryToken ?? '')
  if (isEnrolment) return <Enrol onSignedIn={enter} />
  if (error instanceof Refused && error.status === 401) return <SignIn onSignedIn={enter} />
  if (operator) return <Shell operator={operator} />
  if (isPending) return <Spinner label={label('loading')} />
  return (
    <Failed title={label('notReachable')} retryLabel={label('retry')} onRetry={() => void refetch()}>
      {error instanceof Refused ? error.message : label('notReachableHint')}
    </Failed>
  )
}
