/** Sends a request as clients do: what a service has no time for is sent again. @module */
import { waitUntil } from '../base/wait-until.ts'

export async function untilNotBusy<Answer extends { readonly status: number }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer | undefined
  const isAnswered = async (): Promise<boolean> => {
    answer = await send()
    return answer.status !== 503
  }
  await waitUntil('the service has time', isAnswered, { pauseMs: 500 })
  return answer as Answer
}
