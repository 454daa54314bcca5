// Asks the browser for a passkey before the form is posted.
const form = document.querySelector('form[data-ceremony]')
const failed = document.getElementById('failed')

async function ask() {
  const { ceremony, options } = form.dataset
  const json = JSON.parse(options)
  return ceremony === 'create'
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) })
}

if (globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON) {
  document.getElementById('unable').hidden = true
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    failed.hidden = true
    try {
      form.elements.credential.value = JSON.stringify(await ask())
      form.submit()
    } catch {
      failed.hidden = false
    }
  })
}
