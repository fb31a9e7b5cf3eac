/**
 * The Brief Biosocial Gambling Screen (Gebauer, LaBrie and Shaffer, 2010): one yes to three questions suggests a closer
 * look. The answers are neither sent nor stored.
 */
import { useState } from 'react'
import { Button, buttonClass, ButtonLink } from '../../design/button/button.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import styles from './safer-play.module.css'

const questions = ['question1', 'question2', 'question3'] as const
type Answers = Partial<Record<(typeof questions)[number], boolean>>

export function SelfTest() {
  const [answers, setAnswers] = useState<Answers>({})
  return (
    <SelfTestView
      answers={answers}
      onAnswer={(question, isYes) => setAnswers((before) => ({ ...before, [question]: isYes }))}
      onClear={() => setAnswers({})}
    />
  )
}

/** The limit and the break that the result suggests; a guest signs in on the way. */
function Protect() {
  const t = useLabels('safer-play')
  const { isSignedIn } = useVisitor()
  if (!isSignedIn)
    return (
      <p className={styles.links}>
        <ButtonLink to="/profile/limits">{t('setLimit')}</ButtonLink>
        <ButtonLink to="/profile/limits">{t('takeBreak')}</ButtonLink>
      </p>
    )
  return (
    <p className={styles.links}>
      <ModalLink modal="add-cash-limit" value="deposit" className={buttonClass} data-tone="quiet">
        {t('setLimit')}
      </ModalLink>
      <ModalLink modal="self-exclusion-limit" value="cooling-off" className={buttonClass} data-tone="quiet">
        {t('takeBreak')}
      </ModalLink>
    </p>
  )
}

type ViewProps = {
  answers: Answers
  onAnswer: (question: (typeof questions)[number], isYes: boolean) => void
  onClear: () => void
}

export function SelfTestView({ answers, onAnswer, onClear }: ViewProps) {
  const t = useLabels('safer-play')
  const isComplete = questions.every((question) => answers[question] !== undefined)
  const hasYes = questions.some((question) => answers[question])
  return (
    <form className={styles.form} onReset={onClear}>
      {questions.map((question) => (
        <fieldset key={question} className={styles.question}>
          <legend>{t(question)}</legend>
          {([true, false] as const).map((isYes) => (
            <label key={String(isYes)} className={styles.answer}>
              <input
                type="radio"
                name={question}
                checked={answers[question] === isYes}
                onChange={() => onAnswer(question, isYes)}
              />
              {t(isYes ? 'yes' : 'no')}
            </label>
          ))}
        </fieldset>
      ))}
      <div role="status" className={styles.result} data-raised={isComplete && hasYes ? '' : undefined}>
        {isComplete && (
          <>
            <strong>{t(hasYes ? 'resultRaised' : 'resultClear')}</strong>
            <p>{t(hasYes ? 'resultRaisedText' : 'resultClearText')}</p>
            {hasYes && <Protect />}
          </>
        )}
      </div>
      {isComplete && (
        <Button type="reset" size="s">
          {t('clearAnswers')}
        </Button>
      )}
      <p className={styles.note}>{t('testSource')}</p>
    </form>
  )
}
