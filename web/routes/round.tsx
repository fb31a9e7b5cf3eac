/** The page of a round with its recalculation. Without an id, it recalculates pasted values. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { FairRound } from '#contract/games.ts'
import type { Facts } from '#games/verifier/recompute.ts'
import { ApiError, api } from '../api/client.ts'
import { apiKey, useApi } from '../api/use-api.ts'
import { buttonClass } from '../design/button/button.tsx'
import { Card } from '../design/card/card.tsx'
import { PastedValues } from '../features/fairness/pasted-values.tsx'
import { factsOf } from '../features/fairness/facts.ts'
import type { Problem, Recalculated } from '../features/fairness/recalculate.ts'
import { Code, Report } from '../features/fairness/report.tsx'
import { SeedPairs } from '../features/fairness/seed-pairs.tsx'
import { SharedRoundCard } from '../features/fairness/shared-round.tsx'
import { RoundView } from '../features/fairness/round-view.tsx'
import { verifiableGames } from '../features/games/requests.ts'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, query, required } from '../render/page.ts'
import { Link, useLocalePath, useParams, useVisitor } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'
import styles from '../features/fairness/fairness.module.css'

export const route = defineRoute({
  labels: ['fairness', 'wallet'],
  queries: ({ params }) =>
    params.id
      ? [required('GET /api/game/rounds/{id}', { params: { id: params.id } })]
      : [query('GET /api/game/games', verifiableGames)],
  meta: ({ t }) => ({ title: t('title'), description: t('lead'), noIndex: true }),
  View: RoundPage,
})

function RoundPage() {
  const { id } = useParams()
  return id ? <RecordedRound id={id} /> : <PastedRound />
}

type Shown = { gameId: string; result: Recalculated }

function useRecalculation(record: FairRound | null) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | 'incomplete' | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const verify = async (facts: Facts | null, against = record) => {
    setShown(null)
    if (!facts) return setProblem('incomplete')
    setBusy(true)
    try {
      // Without it, the place of the player's own pair would go unchecked.
      const playerId = against?.isOwn ? (await api('GET /api/player/profile')).id : null
      const { recalculate } = await import('../features/fairness/recalculate.ts')
      const result = await recalculate(facts, against, playerId)
      setProblem(typeof result === 'string' ? result : null)
      setShown(typeof result === 'string' ? null : { gameId: facts.game, result })
    } catch {
      setProblem('failed')
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, shown, verify }
}

function RecordedRound({ id }: { id: string }) {
  const t = useLabels('fairness')
  const localized = useLocalePath()
  const { isSignedIn } = useVisitor()
  const { data: round } = useApi('GET /api/game/rounds/{id}', { params: { id } })
  const { data: profile } = useApi('GET /api/player/profile', undefined, { enabled: isSignedIn })
  const ownId = round?.isOwn ? (profile?.id ?? null) : null
  const { isBusy, problem, shown, verify } = useRecalculation(round ?? null)
  const { isRevealing, refusal, reveal } = useReveal(id)
  if (!round) return null
  const path = localized(`/rounds/${id}`)
  const busy = isRevealing ? 'reveal' : isBusy ? 'verify' : null
  return (
    <Page title={t('roundOf', { game: round.game.name })} lead={t('lead')} width="list">
      <RoundView
        round={round}
        address={typeof location === 'undefined' ? path : `${location.origin}${path}`}
        canReveal={isSignedIn && round.isOwn}
        busy={busy}
        onReveal={() => void reveal().then((revealed) => revealed && verify(factsOf(revealed), revealed))}
        onVerify={() => void verify(factsOf(round))}
      />
      <Problems texts={refusal ?? problem} />
      {round.choice && 'round' in round.choice && <SharedRoundCard gameId="crash" number={round.choice.round} />}
      {shown && <Report {...shown} currency={round.currency} />}
      {ownId !== null && <SeedPairs game={round.game.id} playerId={ownId} />}
      <IndependentCheck>
        <Link to="/rounds" className={buttonClass}>
          {t('otherValues')}
        </Link>
      </IndependentCheck>
    </Page>
  )
}

/** Reveals the seed of a round. Refusals are explained on the page. */
function useReveal(id: string) {
  const client = useQueryClient()
  const [isRevealing, setRevealing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const reveal = async (): Promise<FairRound | null> => {
    setRevealing(true)
    setRefusal(null)
    try {
      const revealed = await api('POST /api/game/rounds/{id}/reveal', { params: { id } })
      client.setQueryData(apiKey('GET /api/game/rounds/{id}', { params: { id } }), revealed)
      return revealed
    } catch (error) {
      const name = error instanceof ApiError ? error.name : ''
      setRefusal(name === 'roundInProgress' || name === 'tooManyReveals' ? name : 'revealFailed')
      return null
    } finally {
      setRevealing(false)
    }
  }
  return { isRevealing, refusal, reveal }
}

function PastedRound() {
  const t = useLabels('fairness')
  const { data } = useApi('GET /api/game/games', verifiableGames)
  const { isBusy, problem, shown, verify } = useRecalculation(null)
  return (
    <Page title={t('title')} lead={t('lead')} width="list">
      <PastedValues games={data?.data ?? []} isBusy={isBusy} onVerify={(facts) => void verify(facts)} />
      <Problems texts={problem} />
      {shown && <Report {...shown} currency={null} />}
      <IndependentCheck />
    </Page>
  )
}

function Problems({ texts }: { texts: string | null }) {
  const t = useLabels('fairness')
  return (
    <p className={styles.problem} role="status">
      {texts && t(texts)}
    </p>
  )
}

/** Explains how to verify a round independently of this page. */
function IndependentCheck({ children }: { children?: React.ReactNode }) {
  const t = useLabels('fairness')
  return (
    <Card>
      <p className={styles.soft}>{t('independent')}</p>
      <Code>{'printf %s "$SERVER_SEED" | sha256sum'}</Code>
      <Code>{'printf %s "$CLIENT_SEED:$NONCE:0" | openssl dgst -sha256 -hmac "$SERVER_SEED"'}</Code>
      <div className={styles.actions}>
        <Link to="/fairness-specification" className={buttonClass}>
          {t('ownVerifier')}
        </Link>
        {children}
      </div>
    </Card>
  )
}
