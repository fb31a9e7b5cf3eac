/** Players who received a welcome bonus after another of their household: both beside each other, and the decision. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Household, HouseholdMember } from '#contract/desk/harm.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import casesStyles from '../cases.module.css'
import { Cases } from '../cases.tsx'
import { DecideDialog } from '../decide-dialog.tsx'
import { Filters, NextPage, useFilters } from '../filters.tsx'
import { formatMoment, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'

type Choice = { household: Household; decision: 'allowed' | 'declined' }

export function Households({ operator }: PageProps) {
  const query = useFilters()
  const households = useQuery({
    queryKey: ['households', query],
    queryFn: () => call('GET /api/households', { query }),
    refetchInterval: 10_000,
  })
  const mayDecide = includesScope(operator.scopes, 'protection:decide')
  const [choice, setChoice] = useState<Choice | null>(null)
  const choose = (decision: Choice['decision']) => (household: Household) => {
    if (!household.decision) setChoice({ household, decision })
  }
  const close = () => {
    setChoice(null)
    void households.refetch()
  }
  return (
    <>
      <h1>{label('harm.households')}</h1>
      <p>{label('harm.householdsHint')}</p>
      <Filters
        filters={[
          {
            name: 'state',
            title: label('harm.householdsOpen'),
            options: [{ value: 'decided', title: label('harm.householdsDecided') }],
          },
        ]}
      />
      <Loaded query={households}>
        {({ households: shown, next }) =>
          shown.length === 0 ? (
            <Empty icon="check" title={label('harm.noHouseholds')}>
              {label('harm.noHouseholdsHint')}
            </Empty>
          ) : (
            <>
              <p className={styles.keys}>{label('harm.householdKeys')}</p>
              <Cases
                title={label('harm.households')}
                cases={shown}
                keyOf={({ id }) => id}
                keys={mayDecide ? { a: choose('allowed'), d: choose('declined') } : {}}
              >
                {(household) => <Pair household={household} choose={mayDecide ? choose : null} />}
              </Cases>
              <NextPage next={next} />
            </>
          )
        }
      </Loaded>
      {choice && (
        <DecideDialog
          title={label(choice.decision === 'allowed' ? 'harm.allow' : 'harm.decline')}
          hint={label(choice.decision === 'allowed' ? 'harm.allowHint' : 'harm.declineHint')}
          action={label(choice.decision === 'allowed' ? 'harm.allow' : 'harm.decline')}
          isDangerous={choice.decision === 'declined'}
          decide={(reason) =>
            call('POST /api/households/{flagId}/decision', {
              params: { flagId: choice.household.id },
              body: { decision: choice.decision, reason },
            })
          }
          onDone={close}
          onClose={close}
        />
      )}
    </>
  )
}

type PairProps = {
  household: Household
  choose: ((decision: Choice['decision']) => (household: Household) => void) | null
}

function Pair({ household, choose }: PairProps) {
  const { player, other, matches, flaggedAt, decision } = household
  return (
    <Card
      title={label('harm.sameOf', { what: matches.map((match) => labelOf(`harm.match.${match}`)).join(', ') })}
      aside={formatMoment(flaggedAt)}
    >
      <div className={casesStyles.pair}>
        <Member title={label('harm.second')} member={player} />
        <Member title={label('harm.first')} member={other} />
      </div>
      {decision ? (
        <p>{`${labelOf(`harm.${decision.to}`)}: ${decision.by}, ${formatMoment(decision.at)}: ${decision.comment}`}</p>
      ) : (
        choose && (
          <p className={styles.buttons}>
            <Button onClick={() => choose('allowed')(household)}>{label('harm.allow')}</Button>
            <Button onClick={() => choose('declined')(household)}>{label('harm.decline')}</Button>
          </p>
        )
      )}
    </Card>
  )
}

function Member({ title, member }: { title: string; member: HouseholdMember }) {
  const none = label('harm.notStated')
  return (
    <div>
      <h3>{title}</h3>
      <dl className={styles.facts}>
        <Detail term={label('player')}>
          <a href={`/players/${member.id}`} onClick={follow}>
            {member.id.slice(0, 8)}
          </a>
        </Detail>
        <Detail term={label('name')}>{member.name || none}</Detail>
        <Detail term={label('harm.born')}>{member.birthdate || none}</Detail>
        <Detail term={label('harm.address')}>{member.address || none}</Detail>
        <Detail term={label('harm.country')}>{member.country}</Detail>
        <Detail term={label('harm.email')}>{member.email ?? none}</Detail>
        <Detail term={label('harm.registered')}>{formatMoment(member.registeredAt)}</Detail>
      </dl>
    </div>
  )
}
