/** Common surnames of China, and characters of first names, each with its reading; first names have one or two of them. */
export const chinese = {
  surnames: `Wang=王 Li=李 Zhang=张 Liu=刘 Chen=陈 Yang=杨 Huang=黄 Zhao=赵 Wu=吴 Zhou=周 Xu=徐 Sun=孙 Ma=马 Zhu=朱 Hu=胡 Guo=郭 He=何 Lin=林
    Gao=高 Luo=罗 Zheng=郑 Liang=梁 Xie=谢 Song=宋 Tang=唐 Deng=邓 Han=韩 Feng=冯 Cao=曹 Peng=彭 Zeng=曾 Xiao=肖 Tian=田 Dong=董 Pan=潘 Yuan=袁
    Cai=蔡 Jiang=蒋 Yu=余 Du=杜 Ye=叶 Cheng=程 Wei=魏 Su=苏 Lyu/Lu/Lv=吕 Ding=丁 Ren=任 Shen=沈 Yao=姚 Lu=卢 Fu=傅 Zhong=钟 Jin=金 Dai=戴
    Xia=夏 Wang=汪 Fang=方 Shi=石 Xiong=熊 Meng=孟 Qin=秦 Yan=阎 Xue=薛 Hou=侯 Lei=雷 Bai=白 Long=龙 Duan=段 Hao=郝 Kong=孔 Shao=邵 Mao=毛 Chang=常
    Wan=万 Gu=顾 Lai=赖 Wu=武 Kang=康 Qian=钱 Niu=牛 Hong=洪 Gong=龚`,
  characters: `Xiao=小 Ming=明 Hua=华 Wei=伟 Fang=芳 Na=娜 Min=敏 Jing=静 Li=丽 Qiang=强 Lei=磊 Jun=军 Yang=洋 Yong=勇 Yan=艳 Jie=杰 Juan=娟
    Tao=涛 Chao=超 Xiu=秀 Ying=英 Gui=桂 Lan=兰 Ping=平 Gang=刚 Hong=红 Mei=梅 Yu=玉 Lin=琳 Feng=峰 Bo=波 Hai=海 Long=龙 Bin=斌 Hui=辉 Ting=婷
    Xue=雪 Rui=瑞 Chun=春 Jian=建 Guo=国 Zhi=志 Wen=文 Qing=庆 Dong=东 Shan=山 Yue=月 Zi=子 Han=涵 Xin=欣 Yi=怡 Hao=浩 Ran=然 Yuan=圆 Si=思 Cheng=成
    Ai=爱 Ling=玲 Xiang=翔 Fei=飞 Peng=鹏 Kun=坤 Shu=淑 Zhen=珍 Lian=莲 Feng=凤 Ya=雅 Jia=佳`,
} as const
