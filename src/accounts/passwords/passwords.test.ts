import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listed } from '../../../test/support/samples/listed.ts'
import { checkNewPassword } from './passwords.ts'

const length = {
  key: 'bad-request',
  status: 400,
  message: 'password must be 12 to 128 characters. Choose one of that length.',
}

test('takes 12 to 128 characters, as people count them', async () => {
  const shortest = 'äöüéèñçåøğ12'
  const longest = `${'correct horse battery staple '.repeat(4)}and 𝄞𝄢 more`.padEnd(128, '.')
  for (const password of [shortest, shortest.normalize('NFD'), longest]) {
    await checkNewPassword(password, 'mia')
  }
  for (const password of [shortest.slice(1).normalize('NFD'), `${longest}....`]) {
    await assert.rejects(checkNewPassword(password, 'mia'), length)
  }
})

test('refuses passwords of the list in any case and composition, and with a little around them', async () => {
  for (const password of listed(
    'password1234¦PassWord1234¦1QAZ2wsx3edc¦Administrator¦Passwordpassword¦Dragon-2024!',
    '!!sunshine99¦iloveyou2009',
  )) {
    await assert.rejects(checkNewPassword(password, 'mia'), {
      key: 'bad-request',
      message:
        /^password (?:is on the list of common|repeats itself).*Choose another, such as four/,
    })
  }
})

test('refuses what repeats itself, sequences, and the name of the user', async () => {
  for (const [password, why] of [
    ['aaaaaaaaaaaa', /repeats itself/],
    ['aaaaaaaaaaab', /repeats itself/],
    ['abcabcabcabca', /repeats itself/],
    ['xk2vr9xk2vr9', /repeats itself/],
    ['AbCdEfGhIjKl', /follows a sequence/],
    ['321098765432', /follows a sequence/],
    ['Müller müller', /user name|repeats/],
    ['MU\u0308LLER-2024-!', /user name/],
    ['12müller!!müller', /user name/],
  ] as const) {
    await assert.rejects(checkNewPassword(password, 'Müller'), {
      key: 'bad-request',
      status: 400,
      message: why,
    })
  }
})
