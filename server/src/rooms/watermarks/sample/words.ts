import type { Lang } from '@dossier/contract/shapes';

/** What stands on the page on which a watermark is tried. */
export const sampleWords: Record<Lang, { title: string; text: string; space: string }> = {
  cn: {
    title: '采购合同',
    text: '甲乙双方经友好协商，就设备采购事宜达成如下协议，并共同遵守。乙方应按照本合同约定的规格、数量和期限交付设备，并提供安装、调试及培训服务。甲方应在验收合格后三十日内付清货款。未经对方书面同意，任何一方不得将本合同的内容透露给第三方。',
    space: '',
  },
  en: {
    title: 'Supply agreement',
    text: 'The parties agree on the delivery of the equipment described below. The supplier delivers it in the agreed quantity and quality by the date named in the annex, installs it and instructs the staff of the customer. The customer pays within thirty days of acceptance. Neither party tells others what this agreement says unless the other has consented in writing.',
    space: ' ',
  },
  es: {
    title: 'Contrato de suministro',
    text: 'Las partes acuerdan el suministro de los equipos que se describen a continuación. El proveedor los entrega en la cantidad y calidad convenidas, los instala y forma al personal del cliente. El cliente paga en los treinta días siguientes a la aceptación. Ninguna de las partes revela a terceros el contenido de este contrato sin el consentimiento escrito de la otra.',
    space: ' ',
  },
  ja: {
    title: '売買契約書',
    text: '甲と乙は、以下に定める機器の売買について合意し、本契約を締結する。乙は、別紙に定める数量、品質および期日に従って機器を納入し、設置および操作の説明を行う。甲は、検収後三十日以内に代金を支払う。いずれの当事者も、相手方の書面による同意なく、本契約の内容を第三者に開示してはならない。',
    space: '',
  },
};
