import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeMultipart } from './multipart.ts'

test('writes a form that is read as it was meant', async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, at) => at % 256)
  const name = 'bär "1"\r\nX-Evil: 1.png'
  const { body, contentType } = writeMultipart([
    { name: 'file', fileName: name, mediaType: 'image/png', bytes },
    { name: 'comment', text: 'süß\r\n--' },
    { name: 'file', fileName: 'b', mediaType: 'text/html\r\nX-Evil: 1', bytes: new Uint8Array() },
  ])
  const form = await new Response(Buffer.from(body), {
    headers: { 'content-type': contentType },
  }).formData()
  const [first, second] = form.getAll('file') as File[]
  assert.equal(first?.name, 'bär "1"\r\nX-Evil: 1.png')
  assert.equal(first?.type, 'image/png')
  assert.deepEqual(new Uint8Array((await first?.arrayBuffer()) as ArrayBuffer), bytes)
  assert.equal(second?.type, 'application/octet-stream')
  assert.equal(form.get('comment'), 'süß\r\n--')
  const text = Buffer.from(body).toString('latin1')
  assert.ok(!/^X-Evil/m.test(text), 'no name makes a header')
  assert.match(text, /name="comment"\r\nContent-Type: text\/plain; charset=UTF-8/)
})
