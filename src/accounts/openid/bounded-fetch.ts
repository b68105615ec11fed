/** Requests to the OpenID provider, limited in size and time. @module */

export const requestTimeoutSeconds = 5
const maxAnswerBytes = 1024 * 1024

/** @throws {TypeError} Without an answer, or when it is larger than 1 MiB. */
export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  const { status, statusText, headers } = response
  const body = await readBounded(response)
  const isWithoutBody = status === 204 || status === 304
  return new Response(isWithoutBody ? null : body, { status, statusText, headers })
}

async function readBounded(response: Response): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxAnswerBytes) throw new TypeError('the provider answered more than 1 MiB')
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
