import type { LegalText } from './section.ts'

export const agreementEn: LegalText = {
  title: 'Terms of use',
  description:
    'Terms for the Wattkeeper operations platform and its app: acceptance, prohibited uses, limits of liability, changes and support.',
  effective: 'Version of 21 November 2026',
  intro:
    'These terms apply to the Wattkeeper operations platform and its companion mobile app (together “the service”), with which energy-storage devices are watched, managed and controlled. Please read them in full before you use the service, the sections on prohibited uses and limits of liability in particular.',
  contents: 'Contents',
  otherLanguage: '中文',
  companion: 'Privacy policy',
  sections: [
    {
      heading: 'Acceptance of the terms',
      text: [
        'By registering an account, signing in, installing the app or using the service in any way you confirm that you have read, understood and accepted these terms. If you do not agree with any part of them, do not use the service and uninstall the app.',
        'If you use the service for an organisation, you confirm that it has authorised you; these terms bind that organisation too.',
        'Children under the age of 14 may not register. Minors of 14 years and above may use the service after a guardian has read and accepted these terms.',
      ],
    },
    {
      heading: 'The service and your account',
      text: [
        'The service shows device states and alarms, and offers settings, firmware upgrades, logs and information about operation. Which devices you see and what you may do is granted by the administrator of your organisation.',
        'Keep your password, verification codes and API keys safe; do not lend, transfer or share them. If somebody uses your account without permission, change the password at once and tell us. What is done with your account counts as done by you, unless it is shown that we were at fault.',
        'For security, sign-ins, settings, control commands and upgrades leave an audit record.',
      ],
    },
    {
      heading: 'Safe use of storage devices',
      text: [
        'Remote control really changes what a device does. Before you send a command, a parameter or an upgrade, make sure that nobody is working on the device and that the action complies with its manual and local rules.',
        'The values shown are those that devices report. They may be late or wrong because of networks, clocks or sensors, and replace neither measurements on site nor fire monitoring nor protective devices required by law. If there is smoke, a smell, a leak or a fire, leave first and call the local emergency services.',
      ],
    },
    {
      heading: 'Prohibited uses',
      text: [
        'When you use the service you must not:',
        [
          'access, view or control devices, accounts or data that you are not entitled to, or try to get around permissions, data scopes or the login;',
          'scan, attack, stress-test, reverse engineer or crack the service, except where the law expressly allows it or we have agreed in writing;',
          'upload malware, firmware of unknown origin, or anything that may endanger devices, the grid or people;',
          'publish advertisements or information that are unlawful, false, infringing, indecent or discriminatory;',
          'access the service by automated means to an extent that impairs others;',
          'resell or rent out the service, or remove notices of rights;',
          'use the service in breach of applicable law, export control or sanctions.',
        ],
        'If you break these rules we may restrict, suspend or end your account, delete the content concerned, and take legal action.',
      ],
    },
    {
      heading: 'Intellectual property',
      text: [
        'The software, screens, texts, graphics and marks of the service belong to us or their owners. As long as you keep to these terms you have a revocable, non-transferable, non-exclusive licence to use the service for managing devices that you are entitled to manage.',
        'What you upload remains yours; you allow us to store and process it, and to send it to the devices that you choose, in order to provide the service.',
      ],
    },
    {
      heading: 'Interruptions and upgrades',
      text: [
        'We do our best to keep the service available, but it may be interrupted by maintenance, upgrades, networks, power supply, force majeure or third parties. Planned upgrades are announced on the upgrade notice page or in the app. During an interruption devices go on working by their own settings.',
      ],
    },
    {
      heading: 'Limits of liability',
      text: [
        'To the extent permitted by law the service is provided “as is” and “as available”. We do not warrant that it is free of errors, never interrupted or fit for your particular purpose.',
        'We are not liable for losses caused by force majeure; by your breach of these terms, of a manual or of safety rules; by others who use your account because it was not kept safe; by faults of devices, networks or services of third parties; or by decisions that you take on data not verified on site.',
        'We are not liable for loss of profit, revenue, data or goodwill, or for other indirect losses. Our total liability to you is limited to what you paid for the service in the twelve months before the event or, where the service is free of charge, to the equivalent of 1,000 yuan.',
        'Nothing in these terms excludes or limits liability that the law does not allow to be excluded or limited, including for intent, gross negligence and personal injury.',
      ],
    },
    {
      heading: 'Changes to these terms',
      text: [
        'We may change these terms for reasons of law, business or security. The changed terms are published on this page with a new version date; changes that affect your main rights are announced in the app or on the login page at least 7 days before they take effect.',
        'If you go on using the service after that, you accept the change. If you do not accept it, you may stop using the service and ask for your account to be deleted.',
      ],
    },
    {
      heading: 'Ending the use',
      text: [
        'You may stop at any time and ask the administrator of your organisation, or us, to delete your account. Afterwards your personal data is deleted or made anonymous, except for records that the law requires us to keep; the privacy policy says more.',
      ],
    },
    {
      heading: 'Law and disputes',
      text: [
        'These terms are governed by the law of the People’s Republic of China. If you use the service as a consumer outside mainland China, the mandatory protection of the law where you live is not affected. Please talk to us first; if no agreement is reached, the courts at the operator’s seat have jurisdiction.',
        'If one provision is invalid, the others remain in force. Where the Chinese and the English text differ, the Chinese text prevails for users in mainland China and the English text for all others.',
      ],
    },
    {
      heading: 'Support and contact',
      text: [
        'For questions, complaints and suggestions about these terms or the service write to {email}, with your login name and, if there is one, the device code. Never send a password by mail.',
      ],
    },
  ],
}
