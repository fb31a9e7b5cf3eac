/** A queue whose cases are decided in its list: what waits, who is looking at which, and a decision with its reason. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ClaimKind } from '#contract/desk/queue.ts'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import styles from '../case.module.css'
import { Cases } from '../cases.tsx'
import { DecideDialog } from '../decide-dialog.tsx'
import { type Filter, Filters, NextPage, useFilters } from '../filters.tsx'
import { label, type Label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { QueueHead, RowNote } from '../queue/queue-head.tsx'
import { type QueueName, useClaim, useQueueState } from '../queue/use-queue.ts'

type Decision = {
  key: string
  title: Label
  hint: Label
  isDangerous?: boolean
}
type CaseQueueProps<Case, Name extends string> = {
  name: QueueName
  kind: ClaimKind
  words: { title: Label; hint: Label; keys: Label; none: Label; noneHint: Label }
  filters?: Filter[]
  load: (query: Record<string, string>) => Promise<{ cases: Case[]; next: string | null }>
  mayDecide: boolean
  decisions: Record<Name, Decision>
  /** Which decisions are possible about it. */
  decisionsOn: (one: Case) => Name[]
  decide: (one: Case, decision: Name, reason: string) => Promise<unknown>
  show: (one: Case, actions: ReactNode) => ReactNode
}

export function CaseQueue<Case extends { id: string }, Name extends string>(props: CaseQueueProps<Case, Name>) {
  const { name, kind, words, filters, load, mayDecide, decisions, decisionsOn, decide, show } = props
  const query = useFilters()
  const state = useQueueState(name)
  // Not refreshed: a case stays where it is until the operator asks for new ones.
  const list = useQuery({ queryKey: [name, query], queryFn: () => load(query), refetchOnWindowFocus: false })
  const [choice, setChoice] = useState<{ one: Case; decision: Name } | null>(null)
  const claim = useClaim(kind, choice?.one.id ?? '', choice !== null)
  const names = Object.keys(decisions) as Name[]
  const choose = (one: Case, decision: Name) => {
    if (mayDecide && decisionsOn(one).includes(decision)) setChoice({ one, decision })
  }
  const close = () => {
    setChoice(null)
    void list.refetch()
    void state.refetch()
  }
  const keys = Object.fromEntries(names.map((each) => [decisions[each].key, (one: Case) => choose(one, each)]))
  const { title, hint, keys: keysHint, none, noneHint } = words
  const chosen = choice && decisions[choice.decision]
  return (
    <>
      <h1>{label(title)}</h1>
      <p>{label(hint)}</p>
      {filters && <Filters filters={filters} />}
      <Loaded query={list}>
        {({ cases, next }) => (
          <>
            {!query['state'] && (
              <QueueHead
                state={next === null ? state.data : state.data && { ...state.data, ids: [] }}
                shown={cases.map(({ id }) => id)}
                onShow={() => void list.refetch()}
              />
            )}
            {cases.length === 0 ? (
              <Empty icon="check" title={label(none)}>
                {label(noneHint)}
              </Empty>
            ) : (
              <>
                <p className={styles.keys}>{label(keysHint)}</p>
                <Cases title={label(title)} cases={cases} keyOf={({ id }) => id} keys={mayDecide ? keys : {}}>
                  {(one) =>
                    show(
                      one,
                      <>
                        {!query['state'] && (
                          <p role="status">
                            <RowNote state={state.data} id={one.id} />
                          </p>
                        )}
                        {mayDecide && (
                          <p className={styles.buttons}>
                            {decisionsOn(one).map((each) => (
                              <Button key={each} onClick={() => choose(one, each)}>
                                {label(decisions[each].title)}
                              </Button>
                            ))}
                          </p>
                        )}
                      </>,
                    )
                  }
                </Cases>
                <NextPage next={next} />
              </>
            )}
          </>
        )}
      </Loaded>
      {choice && chosen && (
        <DecideDialog
          title={label(chosen.title)}
          hint={[
            label(chosen.hint),
            ...(claim && !claim.isOwn ? [label('queue.claimed', { name: claim.operator })] : []),
          ].join(' ')}
          action={label(chosen.title)}
          isDangerous={chosen.isDangerous ?? false}
          decide={(reason) => decide(choice.one, choice.decision, reason)}
          onDone={close}
          onClose={close}
        />
      )}
    </>
  )
}
