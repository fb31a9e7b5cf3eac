/** Players who received a welcome bonus after another of their household: both beside each other, and the decision. */
import type { ReactNode } from 'react'
import type { Household, HouseholdMember } from '#contract/desk/harm.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import casesStyles from '../cases.module.css'
import { formatMoment, label, labelOf } from '../labels.ts'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'
import { CaseQueue } from './case-queue.tsx'

export function Households({ operator }: PageProps) {
  return (
    <CaseQueue<Household, 'allowed' | 'declined'>
      name="households"
      kind="household"
      words={{
        title: 'harm.households',
        hint: 'harm.householdsHint',
        keys: 'harm.householdKeys',
        none: 'harm.noHouseholds',
        noneHint: 'harm.noHouseholdsHint',
      }}
      filters={[
        {
          name: 'state',
          title: label('harm.householdsOpen'),
          options: [{ value: 'decided', title: label('harm.householdsDecided') }],
        },
      ]}
      load={async (query) => {
        const { households, next } = await call('GET /api/households', { query })
        return { cases: households, next }
      }}
      mayDecide={includesScope(operator.scopes, 'protection:decide')}
      decisions={{
        allowed: { key: 'a', title: 'harm.allow', hint: 'harm.allowHint' },
        declined: { key: 'd', title: 'harm.decline', hint: 'harm.declineHint', isDangerous: true },
      }}
      decisionsOn={({ decision }) => (decision ? [] : ['allowed', 'declined'])}
      decide={({ id }, decision, reason) =>
        call('POST /api/households/{flagId}/decision', { params: { flagId: id }, body: { decision, reason } })
      }
      show={(household, actions) => <Pair household={household}>{actions}</Pair>}
    />
  )
}

function Pair({ household, children }: { household: Household; children: ReactNode }) {
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
        children
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
