import type { Language } from './persons.ts'

/** The provider's words. `{name}` is filled in by {@link say}. */
const en = {
  'language.name': 'English',
  'theme.dark': 'Dark',
  'theme.light': 'Light',
  'page.preferences': 'Language and theme',
  'page.back': 'Back to {registry}',
  'page.error': 'Error: {title}',
  'sign-in.title': 'Sign in',
  'sign-in.lead': 'to {registry}',
  'sign-in.email': 'E-mail address',
  'sign-in.password': 'Password',
  'sign-in.submit': 'Sign in',
  'sign-in.forgot': 'Forgot your password?',
  'sign-in.wrong': 'The e-mail address or the password is not right.',
  'wait.seconds': 'Too many attempts. Try again in {count} seconds.',
  'wait.minutes': 'Too many attempts. Try again in {count} minutes.',
  'forgot.title': 'Choose a new password',
  'forgot.lead': 'We send you a link to the e-mail address that you sign in with.',
  'forgot.submit': 'Send the link',
  'forgot.sent.title': 'Look into your mail',
  'forgot.sent.lead': 'If this address is known here, a link is on its way to it. It works for one hour.',
  'forgot.no-mail.title': 'Ask your administrator',
  'forgot.no-mail.lead':
    'This registry sends no e-mail. Your administrator can delete your user and invite you anew; with the invitation you choose a password.',
  'password.title.invitation': 'Welcome, {name}',
  'password.lead.invitation': 'Choose the password that you will sign in to {registry} with.',
  'password.title.reset': 'Choose a new password',
  'password.lead.reset': 'For {email}. You will be signed out everywhere else.',
  'password.new': 'New password',
  'password.hint': 'At least {count} characters. A few words in a row are easy to remember.',
  'password.repeat': 'Repeat the password',
  'password.current': 'Current password',
  'password.current.wrong': 'This is not your current password.',
  'password.submit': 'Save the password',
  'password.short': 'Use at least {count} characters.',
  'password.long': 'Use at most {count} characters.',
  'password.guessable': 'Do not use your name, your e-mail address or the name of the registry as the password.',
  'password.common':
    'This password is easy to guess: it is a common one, repeats itself or follows a row. Choose a few words that do not belong together.',
  'password.different': 'The two passwords are not the same.',
  'password.done.title': 'Your password is saved',
  'password.done.lead': 'You can sign in now.',
  'password.done.continue': 'Go to {registry}',
  'change.title': 'Change the password',
  'change.done.title': 'Your password is changed',
  'change.done.lead': 'You stay signed in here and are signed out everywhere else.',
  'change.refused.title': 'Please sign in first',
  'change.refused.lead':
    'Who is signed in here can change the password. If you do not know it any more, ask for a link.',
  'link.gone.title': 'This link does not work any more',
  'link.gone.lead': 'It was used already, or it is too old. Ask for a new one.',
  'link.gone.again': 'Ask for a new link',
  'sign-out.title': 'Sign out?',
  'sign-out.lead': 'Another site led you here. If you do not want to sign out of {registry}, just leave this page.',
  'sign-out.submit': 'Sign out',
  'signed-out.title': 'You are signed out',
  'signed-out.lead': 'See you soon.',
  'expired.title': 'This page has expired',
  'expired.lead': 'The sign-in took too long or was finished in another window. Please start again.',
  'refused.title': 'That did not work',
  'refused.lead': 'The sign-in service cannot do what this address asks for.',
  'broken.title': 'Something went wrong',
  'broken.lead': 'The fault is ours. Please try again in a moment.',
  'mail.invitation.subject': 'Your invitation to {registry}',
  'mail.invitation.text':
    'Hello {name},\n\nyou have been invited to {registry}. Choose a password here:\n\n{url}\n\nThe link works once, for seven days.\n',
  'mail.reset.subject': 'A new password for {registry}',
  'mail.reset.text':
    'Hello {name},\n\nchoose a new password for {registry} here:\n\n{url}\n\nThe link works once, for one hour. If you did not ask for it, you need not do anything.\n',
  'sign-in.new': 'New here?',
  'register.title': 'Register',
  'register.lead': 'For {registry}. After that you register your organisation, or ask its admin to invite you to it.',
  'register.firstName': 'First name',
  'register.lastName': 'Last name',
  'register.submit': 'Register',
  'register.firstName.wrong':
    'Say your first name in one line of at most 100 characters, without web addresses or invisible characters.',
  'register.lastName.wrong':
    'Say your last name in one line of at most 100 characters, without web addresses or invisible characters.',
  'register.email.wrong': 'This is not an e-mail address. It looks like name@example.org.',
  'register.sent.title': 'Look into your mail',
  'register.sent.lead': 'A link is on its way to you, with which you choose a password. It works for one day.',
  'register.closed.title': 'Registration by invitation',
  'register.closed.lead': '{registry} is joined by invitation. Ask its administrator for one.',
  'mail.registration.subject': 'Your registration at {registry}',
  'mail.registration.text':
    'Hello {name},\n\nchoose a password for {registry} here:\n\n{url}\n\nThe link works once, for one day. If you did not register, you need not do anything.\n',
  'mail.known.subject': 'You are registered at {registry} already',
  'mail.known.text':
    'Hello {name},\n\nsomebody, probably you, wants to register at {registry} with this e-mail address. It is registered already: sign in as usual. If you do not know the password any more, choose a new one here:\n\n{url}\n',
}

export type TextKey = keyof typeof en
type Texts = Record<TextKey, string>

const fr: Texts = {
  'language.name': 'Français',
  'theme.dark': 'Sombre',
  'theme.light': 'Clair',
  'page.preferences': 'Langue et thème',
  'page.back': 'Retour à {registry}',
  'page.error': 'Erreur : {title}',
  'sign-in.title': 'Se connecter',
  'sign-in.lead': 'à {registry}',
  'sign-in.email': 'Adresse e-mail',
  'sign-in.password': 'Mot de passe',
  'sign-in.submit': 'Se connecter',
  'sign-in.forgot': 'Mot de passe oublié ?',
  'sign-in.wrong': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'wait.seconds': 'Trop de tentatives. Réessayez dans {count} secondes.',
  'wait.minutes': 'Trop de tentatives. Réessayez dans {count} minutes.',
  'forgot.title': 'Choisir un nouveau mot de passe',
  'forgot.lead': 'Nous envoyons un lien à l’adresse e-mail avec laquelle vous vous connectez.',
  'forgot.submit': 'Envoyer le lien',
  'forgot.sent.title': 'Consultez votre messagerie',
  'forgot.sent.lead': 'Si cette adresse est connue ici, un lien vient d’y être envoyé. Il est valable une heure.',
  'forgot.no-mail.title': 'Adressez-vous à votre administrateur',
  'forgot.no-mail.lead':
    'Ce registre n’envoie pas d’e-mails. Votre administrateur peut supprimer votre utilisateur et vous inviter à nouveau ; avec l’invitation, vous choisissez un mot de passe.',
  'password.title.invitation': 'Bienvenue, {name}',
  'password.lead.invitation': 'Choisissez le mot de passe avec lequel vous vous connecterez à {registry}.',
  'password.title.reset': 'Choisir un nouveau mot de passe',
  'password.lead.reset': 'Pour {email}. Vous serez déconnecté partout ailleurs.',
  'password.new': 'Nouveau mot de passe',
  'password.hint': 'Au moins {count} caractères. Quelques mots à la suite se retiennent bien.',
  'password.repeat': 'Répéter le mot de passe',
  'password.current': 'Mot de passe actuel',
  'password.current.wrong': 'Ce n’est pas votre mot de passe actuel.',
  'password.submit': 'Enregistrer le mot de passe',
  'password.short': 'Utilisez au moins {count} caractères.',
  'password.long': 'Utilisez au plus {count} caractères.',
  'password.guessable': 'N’utilisez ni votre nom, ni votre adresse e-mail, ni le nom du registre comme mot de passe.',
  'password.common':
    'Ce mot de passe est facile à deviner : il est courant, se répète ou forme une suite. Choisissez quelques mots sans lien entre eux.',
  'password.different': 'Les deux mots de passe ne sont pas identiques.',
  'password.done.title': 'Votre mot de passe est enregistré',
  'password.done.lead': 'Vous pouvez maintenant vous connecter.',
  'password.done.continue': 'Aller à {registry}',
  'change.title': 'Changer le mot de passe',
  'change.done.title': 'Votre mot de passe est changé',
  'change.done.lead': 'Vous restez connecté ici et êtes déconnecté partout ailleurs.',
  'change.refused.title': 'Veuillez d’abord vous connecter',
  'change.refused.lead':
    'Il faut être connecté ici pour changer le mot de passe. Si vous ne le connaissez plus, demandez un lien.',
  'link.gone.title': 'Ce lien ne fonctionne plus',
  'link.gone.lead': 'Il a déjà été utilisé ou il est trop ancien. Demandez-en un nouveau.',
  'link.gone.again': 'Demander un nouveau lien',
  'sign-out.title': 'Se déconnecter ?',
  'sign-out.lead':
    'Un autre site vous a conduit ici. Si vous ne voulez pas vous déconnecter de {registry}, quittez simplement cette page.',
  'sign-out.submit': 'Se déconnecter',
  'signed-out.title': 'Vous êtes déconnecté',
  'signed-out.lead': 'À bientôt.',
  'expired.title': 'Cette page a expiré',
  'expired.lead': 'La connexion a pris trop de temps ou s’est terminée dans une autre fenêtre. Veuillez recommencer.',
  'refused.title': 'Cela n’a pas fonctionné',
  'refused.lead': 'Le service de connexion ne peut pas faire ce que cette adresse demande.',
  'broken.title': 'Une erreur s’est produite',
  'broken.lead': 'L’erreur vient de nous. Veuillez réessayer dans un instant.',
  'mail.invitation.subject': 'Votre invitation à {registry}',
  'mail.invitation.text':
    'Bonjour {name},\n\nvous êtes invité à rejoindre {registry}. Choisissez un mot de passe ici :\n\n{url}\n\nLe lien fonctionne une seule fois, pendant sept jours.\n',
  'mail.reset.subject': 'Un nouveau mot de passe pour {registry}',
  'mail.reset.text':
    'Bonjour {name},\n\nchoisissez ici un nouveau mot de passe pour {registry} :\n\n{url}\n\nLe lien fonctionne une seule fois, pendant une heure. Si vous ne l’avez pas demandé, vous n’avez rien à faire.\n',
  'sign-in.new': 'Première visite ?',
  'register.title': 'S’inscrire',
  'register.lead':
    'À {registry}. Ensuite, vous inscrivez votre organisation ou demandez à son administrateur de vous y inviter.',
  'register.firstName': 'Prénom',
  'register.lastName': 'Nom',
  'register.submit': 'S’inscrire',
  'register.firstName.wrong':
    'Indiquez votre prénom sur une ligne, en 100 caractères au plus, sans adresse web ni caractère invisible.',
  'register.lastName.wrong':
    'Indiquez votre nom sur une ligne, en 100 caractères au plus, sans adresse web ni caractère invisible.',
  'register.email.wrong': 'Ce n’est pas une adresse e-mail. Elle s’écrit comme nom@example.org.',
  'register.sent.title': 'Consultez votre messagerie',
  'register.sent.lead':
    'Un lien vient de vous être envoyé ; il vous permet de choisir un mot de passe. Il est valable un jour.',
  'register.closed.title': 'Inscription sur invitation',
  'register.closed.lead': 'On rejoint {registry} sur invitation. Demandez-en une à son administrateur.',
  'mail.registration.subject': 'Votre inscription à {registry}',
  'mail.registration.text':
    'Bonjour {name},\n\nchoisissez ici un mot de passe pour {registry} :\n\n{url}\n\nLe lien fonctionne une seule fois, pendant un jour. Si vous ne vous êtes pas inscrit, vous n’avez rien à faire.\n',
  'mail.known.subject': 'Vous êtes déjà inscrit à {registry}',
  'mail.known.text':
    'Bonjour {name},\n\nquelqu’un, sans doute vous, veut s’inscrire à {registry} avec cette adresse e-mail. Elle est déjà inscrite : connectez-vous comme d’habitude. Si vous ne connaissez plus le mot de passe, choisissez-en un nouveau ici :\n\n{url}\n',
}

const sw: Texts = {
  'language.name': 'Kiswahili',
  'theme.dark': 'Giza',
  'theme.light': 'Mwanga',
  'page.preferences': 'Lugha na mandhari',
  'page.back': 'Rudi kwenye {registry}',
  'page.error': 'Hitilafu: {title}',
  'sign-in.title': 'Ingia',
  'sign-in.lead': 'kwenye {registry}',
  'sign-in.email': 'Anwani ya barua pepe',
  'sign-in.password': 'Nenosiri',
  'sign-in.submit': 'Ingia',
  'sign-in.forgot': 'Umesahau nenosiri?',
  'sign-in.wrong': 'Anwani ya barua pepe au nenosiri si sahihi.',
  'wait.seconds': 'Umejaribu mara nyingi mno. Jaribu tena baada ya sekunde {count}.',
  'wait.minutes': 'Umejaribu mara nyingi mno. Jaribu tena baada ya dakika {count}.',
  'forgot.title': 'Chagua nenosiri jipya',
  'forgot.lead': 'Tutakutumia kiungo kwenye anwani ya barua pepe unayoingia nayo.',
  'forgot.submit': 'Tuma kiungo',
  'forgot.sent.title': 'Angalia barua pepe yako',
  'forgot.sent.lead': 'Ikiwa anwani hii inajulikana hapa, kiungo kimetumwa. Kinafanya kazi kwa saa moja.',
  'forgot.no-mail.title': 'Muulize msimamizi wako',
  'forgot.no-mail.lead':
    'Sajili hii haitumi barua pepe. Msimamizi wako anaweza kufuta mtumiaji wako na kukualika upya; kwa mwaliko huo utachagua nenosiri.',
  'password.title.invitation': 'Karibu, {name}',
  'password.lead.invitation': 'Chagua nenosiri utakalotumia kuingia kwenye {registry}.',
  'password.title.reset': 'Chagua nenosiri jipya',
  'password.lead.reset': 'Kwa {email}. Utaondolewa kila mahali pengine.',
  'password.new': 'Nenosiri jipya',
  'password.hint': 'Angalau herufi {count}. Maneno machache yanayofuatana ni rahisi kukumbuka.',
  'password.repeat': 'Rudia nenosiri',
  'password.current': 'Nenosiri la sasa',
  'password.current.wrong': 'Hili si nenosiri lako la sasa.',
  'password.submit': 'Hifadhi nenosiri',
  'password.short': 'Tumia angalau herufi {count}.',
  'password.long': 'Tumia herufi zisizozidi {count}.',
  'password.guessable': 'Usitumie jina lako, anwani yako ya barua pepe wala jina la sajili kama nenosiri.',
  'password.common':
    'Nenosiri hili ni rahisi kubahatisha: linatumiwa na wengi, linajirudia au linafuata mfululizo. Chagua maneno machache yasiyohusiana.',
  'password.different': 'Manenosiri haya mawili hayafanani.',
  'password.done.title': 'Nenosiri lako limehifadhiwa',
  'password.done.lead': 'Sasa unaweza kuingia.',
  'password.done.continue': 'Nenda kwenye {registry}',
  'change.title': 'Badilisha nenosiri',
  'change.done.title': 'Nenosiri lako limebadilishwa',
  'change.done.lead': 'Unabaki umeingia hapa na umeondolewa kila mahali pengine.',
  'change.refused.title': 'Tafadhali ingia kwanza',
  'change.refused.lead': 'Ni lazima uwe umeingia hapa ili kubadilisha nenosiri. Ikiwa hulikumbuki, omba kiungo.',
  'link.gone.title': 'Kiungo hiki hakifanyi kazi tena',
  'link.gone.lead': 'Kimeshatumika au ni cha zamani mno. Omba kingine.',
  'link.gone.again': 'Omba kiungo kipya',
  'sign-out.title': 'Ungependa kutoka?',
  'sign-out.lead':
    'Tovuti nyingine imekuleta hapa. Kama hutaki kutoka kwenye {registry}, ondoka tu kwenye ukurasa huu.',
  'sign-out.submit': 'Toka',
  'signed-out.title': 'Umetoka',
  'signed-out.lead': 'Tutaonana tena.',
  'expired.title': 'Muda wa ukurasa huu umekwisha',
  'expired.lead': 'Kuingia kumechukua muda mrefu mno au kumekamilika kwenye dirisha jingine. Tafadhali anza tena.',
  'refused.title': 'Haikufanikiwa',
  'refused.lead': 'Huduma ya kuingia haiwezi kufanya kinachoombwa na anwani hii.',
  'broken.title': 'Kuna hitilafu',
  'broken.lead': 'Kosa ni letu. Tafadhali jaribu tena baada ya muda mfupi.',
  'mail.invitation.subject': 'Mwaliko wako kwenye {registry}',
  'mail.invitation.text':
    'Habari {name},\n\numealikwa kwenye {registry}. Chagua nenosiri hapa:\n\n{url}\n\nKiungo kinafanya kazi mara moja tu, kwa siku saba.\n',
  'mail.reset.subject': 'Nenosiri jipya la {registry}',
  'mail.reset.text':
    'Habari {name},\n\nchagua nenosiri jipya la {registry} hapa:\n\n{url}\n\nKiungo kinafanya kazi mara moja tu, kwa saa moja. Ikiwa hukukiomba, huhitaji kufanya chochote.\n',
  'sign-in.new': 'Mgeni hapa?',
  'register.title': 'Jisajili',
  'register.lead': 'Kwenye {registry}. Kisha utasajili shirika lako, au umwombe msimamizi wake akualike.',
  'register.firstName': 'Jina la kwanza',
  'register.lastName': 'Jina la mwisho',
  'register.submit': 'Jisajili',
  'register.firstName.wrong':
    'Andika jina lako la kwanza katika mstari mmoja usiozidi herufi 100, bila anwani ya tovuti wala herufi zisizoonekana.',
  'register.lastName.wrong':
    'Andika jina lako la mwisho katika mstari mmoja usiozidi herufi 100, bila anwani ya tovuti wala herufi zisizoonekana.',
  'register.email.wrong': 'Hii si anwani ya barua pepe. Huandikwa kama jina@example.org.',
  'register.sent.title': 'Angalia barua pepe yako',
  'register.sent.lead': 'Tumekutumia kiungo cha kuchagua nenosiri. Kinafanya kazi kwa siku moja.',
  'register.closed.title': 'Usajili kwa mwaliko',
  'register.closed.lead': '{registry} hupokea watu kwa mwaliko. Muombe msimamizi wake akualike.',
  'mail.registration.subject': 'Usajili wako kwenye {registry}',
  'mail.registration.text':
    'Habari {name},\n\nchagua nenosiri la {registry} hapa:\n\n{url}\n\nKiungo kinafanya kazi mara moja tu, kwa siku moja. Ikiwa hukujisajili, huhitaji kufanya chochote.\n',
  'mail.known.subject': 'Tayari umesajiliwa kwenye {registry}',
  'mail.known.text':
    'Habari {name},\n\nmtu fulani, huenda ni wewe, anataka kujisajili kwenye {registry} kwa anwani hii ya barua pepe. Tayari imesajiliwa: ingia kama kawaida. Ikiwa hukumbuki nenosiri, chagua jipya hapa:\n\n{url}\n',
}

const texts: Record<Language, Texts> = { en, fr, sw }

export const languages: readonly Language[] = ['en', 'fr', 'sw']

/** One text in one language, with its places filled in. */
export function say(language: Language, key: TextKey, values: Record<string, string | number> = {}): string {
  return texts[language][key].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** The first language of ours in a list of tags as `ui_locales` and Accept-Language write it; the list's order decides. */
export function languageIn(list: string | undefined): Language | null {
  for (const tag of (list ?? '').toLowerCase().split(/[\s,]+/)) {
    const language = languages.find((known) => known === tag.split(/[-;_]/)[0])
    if (language) return language
  }
  return null
}
