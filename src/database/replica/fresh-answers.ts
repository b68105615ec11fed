/** Shares the answer to a question among all who asked before it was put. @module */

/**
 * Make a question that is put once at a time. Whoever asks gets the answer to one that was put after
 * that, so that it is never older than the asking.
 * @param put Puts the question.
 */
export function freshAnswers<Answer>(put: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<unknown> | undefined
  let next: Promise<Answer> | undefined
  const putNow = (): Promise<Answer> => {
    next = undefined
    const answer = put()
    underWay = answer
    const forget = (): void => {
      if (underWay === answer) underWay = undefined
    }
    answer.then(forget, forget)
    return answer
  }
  const giveUp = (error: unknown): never => {
    next = undefined
    throw error
  }
  return () => {
    // Who waits behind a question that failed is not kept waiting for another one.
    next ??= (underWay ?? Promise.resolve()).then(putNow, giveUp)
    return next
  }
}
