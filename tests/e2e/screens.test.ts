import { testEveryScreen } from './every-screen.ts'

// Both ends of the widths and the middle, both themes; the other languages are in screens-translated.test.ts, at the same time.
testEveryScreen([
  { name: 'English, dark, 360 px', theme: 'dark', width: 360, locale: 'en-GB', signIn: 'Sign In', menu: 'My account' },
  {
    name: 'English, light, 768 px',
    theme: 'light',
    width: 768,
    locale: 'en-GB',
    signIn: 'Sign In',
    menu: 'My account',
  },
  {
    name: 'English, dark, 1280 px',
    theme: 'dark',
    width: 1280,
    locale: 'en-GB',
    signIn: 'Sign In',
    menu: 'My account',
  },
])
