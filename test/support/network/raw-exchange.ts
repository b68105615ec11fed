/** HTTP by hand: bytes as they are, over a socket of their own. @module */
import { connect } from 'node:net'

export function rawExchange(
  url: string,
  text: string | readonly string[],
  gapMs = 0,
): Promise<string> {
  return new Promise((resolve) => {
    const { port, hostname } = new URL(url)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    const parts = typeof text === 'string' ? [text] : [...text]
    const sendNext = (): void => {
      const part = parts.shift()
      if (part === undefined || socket.destroyed) return
      socket.write(part)
      if (parts.length > 0) setTimeout(sendNext, gapMs)
    }
    sendNext()
  })
}
